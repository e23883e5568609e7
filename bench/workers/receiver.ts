/** A receiver of push batches that accepts everything and counts the events. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './worker.ts';

let received = 0;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received += (JSON.parse(Buffer.concat(chunks).toString()) as unknown[]).length;
    response.end();
  });
});
server.listen(0, '127.0.0.1');

const tasks = {
  url: async (_: null): Promise<string> => `http://127.0.0.1:${(server.address() as AddressInfo).port}/trail`,
  received: async (_: null): Promise<number> => received,
};
export type ReceiverTasks = typeof tasks;
answer(tasks);
