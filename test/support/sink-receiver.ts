/** A receiver of push batches. It checks each signature, and answers as the test says. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Loose } from './client.ts';

export type Delivery = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly events: readonly Loose[];
  /** The status that was answered; 0: none yet. */
  readonly status: number;
};

export type Receiver = {
  readonly url: string;
  readonly deliveries: Delivery[];
  /** The answer to the next requests. A function sends the answer itself, or sends none. */
  answer: number | ((response: ServerResponse) => void);
  /** The events of the requests that were answered with 200, in order. */
  readonly taken: () => Loose[];
  /** Resolves when `isSo` returns true. It is called after each request. */
  until(isSo: () => boolean): Promise<void>;
  close(): Promise<void>;
};

/** Asserts that a delivery was signed with the secret. */
export function expectSigned({ headers, body }: Pick<Delivery, 'headers' | 'body'>, secret: unknown): void {
  const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64');
  const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']];
  const right = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  expect(String(headers['webhook-signature']).split(' ')).to.include(right);
  expect(Math.abs(Date.now() / 1000 - Number(at))).to.be.lessThan(300);
}

export async function sinkReceiver(port = 0): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { answer } = receiver;
      const status = typeof answer === 'number' ? answer : 0;
      deliveries.push({ headers: request.headers, body, events: JSON.parse(body) as Loose[], status });
      if (typeof answer === 'number') response.writeHead(answer).end();
      else answer(response);
      for (const look of [...waiting]) look();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/trail`,
    deliveries,
    answer: 200,
    taken: () => deliveries.filter(({ status }) => status === 200).flatMap(({ events }) => [...events]),
    until: (isSo) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isSo()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** The numbers of CloudEvents. */
export const numbersOf = (events: readonly Loose[]): number[] => events.map(({ sequence }) => Number(sequence));

/** 1, 2, 3 and so on. */
export const countedFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at);
