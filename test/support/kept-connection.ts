/** Sends many requests over kept-alive connections. It takes half the time of `fetch`, and sends bytes unchanged. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};
type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

export type Kept = { ask(asked: Asked): Promise<Reply>; close(): void };

/** Connections to any servers: `base` is the address of one. */
export function keptConnections() {
  // A service closes connections that were idle for 65 s. A request that is sent at that moment would be lost.
  const agent = new Agent({ keepAlive: true, timeout: 30_000 });
  return {
    ask: (base: string, { method, path, headers, body }: Asked): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
        const { hostname, port } = new URL(base);
        const options = { agent, method, path, hostname, port, headers: { ...headers, ...length } };
        const outgoing = request(options, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
          });
        });
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    close: (): void => agent.destroy(),
  };
}

/** Connections to the server at `base`, which is asked for each request. */
export function keptConnection(base: () => string): Kept {
  const { ask, close } = keptConnections();
  return { ask: (asked) => ask(base(), asked), close };
}
