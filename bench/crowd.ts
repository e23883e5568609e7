/** Many people send at once while queues poll; measures what that costs the server. */
import { openQueues } from './chatter.ts';
import type { Answered } from './measure/closed-loop.ts';
import { bytesWritten, cpuMicros } from './measure/process-usage.ts';
import type { Server } from './server.ts';
import type { LoadTasks } from './workers/closed-loop.ts';
import type { PollTasks } from './workers/polls.ts';
import type { Worker } from './workers/worker.ts';

export const crowd = 64;
const pollingQueues = 10;

/** Duration of each side of a round. It is short because the machine's pace changes within seconds. */
export const millis = 1_000;
/**
 * The compiler settles after a number of messages, not of seconds. After 25,000 it still takes a tenth of the server's processor time,
 * after 60,000 two or three hundredths.
 */
const warmUpMessages = 60_000;
const warmUpMillisMax = 45_000;

export type Place = {
  readonly server: Server;
  readonly load: Worker<LoadTasks>;
  readonly polls: Worker<PollTasks>;
};

export type Sent = Answered & { readonly cpuMicrosEach: number; readonly bytesEach: number };

/** Puts load on a port and measures what it costs the process `pid`. */
export async function loaded(
  load: Worker<LoadTasks>,
  pid: number,
  work: Parameters<LoadTasks['run']>[0],
): Promise<Sent> {
  const before = { cpu: cpuMicros(pid), bytes: bytesWritten(pid) };
  const answered = await load.ask('run', work);
  const { count } = answered;
  return {
    ...answered,
    cpuMicrosEach: (cpuMicros(pid) - before.cpu) / count,
    bytesEach: (bytesWritten(pid) - before.bytes) / count,
  };
}

/** Sends until the server's compiler has settled; the number of messages sent. */
export async function warmUp(place: Place, requests: readonly string[]): Promise<number> {
  const began = performance.now();
  let sent = 0;
  while (sent < warmUpMessages && performance.now() - began < warmUpMillisMax)
    sent += (await crowdSends(place, requests)).count;
  return sent;
}

/** Nobody polls. */
export const crowdSendsAlone = ({ server, load }: Place, requests: readonly string[]): Promise<Sent> =>
  loaded(load, server.pid, { port: server.port, connections: crowd, millis, requests });

/** Ten queues poll. */
export async function crowdSends(place: Place, requests: readonly string[]): Promise<Sent> {
  const { server, polls } = place;
  await polls.ask('start', { port: server.port, queues: await openQueues(server, pollingQueues) });
  const sent = await crowdSendsAlone(place, requests);
  const received = await polls.ask('stop', null);
  if (received === 0) throw new Error('the polls received no message');
  return sent;
}
