/** The limit of HTTP: a koa application without middleware that answers a constant text. */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { answer } from '../workers/worker.ts';

const app = new Koa();
app.use((context) => {
  context.body = 'hello';
});
const server = app.listen(0, '127.0.0.1');

const tasks = {
  port: async (_: null): Promise<number> => (server.address() as AddressInfo).port,
};
export type HelloTasks = typeof tasks;
answer(tasks);
