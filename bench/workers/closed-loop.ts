/** Load: a number of connections, each with one request at a time; the next follows as soon as it is answered. */
import { type Answered, closedLoops } from '../measure/closed-loop.ts';
import { openSocket, successful } from './http-socket.ts';
import { answer } from './worker.ts';

type Load = {
  readonly port: number;
  readonly connections: number;
  readonly millis: number;
  readonly count?: number;
  /** Whole requests, sent in turn. */
  readonly requests: readonly string[];
};

/** Requests are repeated for `millis`, or until about `count` are answered. */
async function run({ port, connections, millis, count, requests }: Load): Promise<Answered> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)));
  let next = 0;
  const works = sockets.map((socket) => () => successful(socket, requests[next++ % requests.length] ?? ''));
  const answered = await closedLoops(works, millis, count);
  for (const socket of sockets) socket.close();
  return answered;
}

const tasks = { run };
export type LoadTasks = typeof tasks;
answer(tasks);
