/** A bot's server over real HTTP, on a free port. It records the requests. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { readonly method: string; readonly headers: IncomingHttpHeaders; readonly body: string };

export type BotServer = { readonly url: string; readonly received: Received[]; close(): Promise<void> };

/** `answer` is called when the request is complete. */
export async function botServer(answer: RequestListener): Promise<BotServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', headers } = request;
    received.push({ method, headers, body: Buffer.concat(chunks).toString('utf8') });
    answer(request, response);
  });
  return { url: await listening(server), received, close: () => closed(server) };
}

export const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  });

export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
