/**
 * A push sink whose receiver does not answer: the memory of the service when many events wait for it, compared with half as many. All garbage
 * is collected before each measurement.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd } from '../crowd.ts';
import { lower, type Suite } from '../ratio.ts';
import { type Server, startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { startWorker } from '../workers/worker.ts';

/** More events than the service keeps in memory for sinks that keep up. */
const half = 40_000;
const millis = 1_000;
const settledMs = 5_000;
const weighed = new URL('../workers/serve-and-weigh.js', import.meta.url).pathname;
const env = {
  VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true',
  VERBATIM_SCRUB_SECS: '86400',
  VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000',
};
/** An address at which nothing listens: port 9, for the discard protocol. */
const unreachable = 'http://127.0.0.1:9/trail';

async function heapBytes({ pid, data }: Server): Promise<number> {
  const file = join(data, 'heap');
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await delay(50);
  return Number(readFileSync(file, 'utf8'));
}

export const stalledSink: Suite = {
  name: 'stalled-sink',
  ratios: [
    lower(
      35,
      'stalled-sink-memory',
      `heap when ${2 * half} events wait for a push sink ÷ when ${half} do`,
      'bytes',
      1.1,
      1.03,
    ),
  ],
  async run(say) {
    const server = await startServer({ env, program: weighed, nodeOptions: ['--expose-gc'] });
    const load = startWorker<LoadTasks>('closed-loop.ts');
    try {
      await subscribeEveryone(server);
      const sink = { url: unreachable, format: 'cloudevents', reason: 'the bench' };
      await server.call('POST', '/audit/sinks', sink, server.caller('auditor'));
      const requests = sendRequests(server);
      const heapAfter = async (messages: number): Promise<number> => {
        const work = { port: server.port, connections: crowd, millis, requests };
        for (let sent = 0; sent < messages; ) sent += (await load.ask('run', work)).count;
        await delay(settledMs);
        return heapBytes(server);
      };
      say(`sending ${half} messages`);
      const limit = await heapAfter(half);
      say('and as many again');
      const figure = await heapAfter(half);
      return [{ name: 'stalled-sink-memory', figure, limit, ratio: figure / limit }];
    } finally {
      await load.stop();
      await server.discard();
    }
  },
};
