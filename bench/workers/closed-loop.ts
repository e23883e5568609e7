/** Load: so many connections, each with one request under way, the next as soon as it is answered. */
import { percentile } from '../measure/statistics.ts';
import { type HttpSocket, openSocket } from './http-socket.ts';
import { answer } from './worker.ts';

export type Load = {
  readonly port: number;
  readonly connections: number;
  readonly millis: number;
  /** Whole requests, taken in turn. */
  readonly requests: readonly string[];
};

export type Answered = {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds from writing a request to having its answer. */
  readonly p50: number;
  readonly p99: number;
};

/** Requests are repeated for `millis`; anything but a 200 is an error, for then something else was measured. */
async function run({ port, connections, millis, requests }: Load): Promise<Answered> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)));
  const times: number[] = [];
  const began = performance.now();
  let next = 0;
  const loop = async (socket: HttpSocket): Promise<void> => {
    while (performance.now() - began < millis) {
      const sentAt = performance.now();
      const reply = await socket.send(requests[next++ % requests.length] ?? '');
      if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${reply.body}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(sockets.map(loop));
  const elapsed = performance.now() - began;
  for (const socket of sockets) socket.close();
  const sorted = Float64Array.from(times).sort();
  return {
    count: times.length,
    perSecond: (times.length * 1000) / elapsed,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}

const tasks = { run };
export type LoadTasks = typeof tasks;
answer(tasks);
