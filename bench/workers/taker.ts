/** A receiver of push batches that takes everything, and counts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './worker.ts';

let taken = 0;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    taken += (JSON.parse(Buffer.concat(chunks).toString()) as unknown[]).length;
    response.end();
  });
});
server.listen(0, '127.0.0.1');

const tasks = {
  url: async (_: null): Promise<string> => `http://127.0.0.1:${(server.address() as AddressInfo).port}/trail`,
  taken: async (_: null): Promise<number> => taken,
};
export type TakerTasks = typeof tasks;
answer(tasks);
