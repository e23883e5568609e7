/**
 * Sending while retention erases: messages per second of a service whose whole history has expired, compared with a service that keeps the
 * same history. Retention runs during every round.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd } from '../crowd.ts';
import { inRounds } from '../measure/rounds.ts';
import { higher, type Suite } from '../ratio.ts';
import { seededFolder } from '../seed.ts';
import { type Server, startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { startWorker } from '../workers/worker.ts';

const size = { users: 1_000, channels: 20, messages: 200_000 };
const retentionDays = 30;
const env = { VERBATIM_SCRUB_SECS: '86400', VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000' };
const millis = 1_500;
/** Messages for each side, sent in turns. Both sides build their read models meanwhile. */
const warmUpMessages = 15_000;
const warmUpMillisMax = 20_000;
const rounds = 7;
const settledMs = 5_000;

type Run = { readonly state: string; readonly messages: number };

/** Messages that were erased so far; undefined: no run is under way. */
async function erasedSoFar(server: Server): Promise<number | undefined> {
  const { erasures } = (await server.call('GET', '/audit/erasures?reason=bench', {}, server.caller('auditor'))) as {
    erasures: readonly Run[];
  };
  if (!erasures.some(({ state }) => state === 'running')) return undefined;
  return erasures.reduce((sum, { messages }) => sum + messages, 0);
}

/** Resolves when the read models have absorbed the whole history. */
async function caughtUp({ port }: Server): Promise<void> {
  const lag = /^verbatim_read_model_lag_events\S* ([1-9])/m;
  while (lag.test(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())) await delay(500);
}

export const retaining: Suite = {
  name: 'retaining',
  ratios: [
    higher(
      34,
      'send-retaining',
      `messages a second while ${size.messages} messages are erased by retention ÷ alone`,
      '/s',
      0.9,
      0.97,
    ),
  ],
  async run(say) {
    say(`making ${size.messages} messages, twice`);
    const [old, kept] = [await seededFolder({ ...size, retentionDays }), await seededFolder(size)];
    const [erasing, alone] = [await startServer({ data: old, env }), await startServer({ data: kept, env })];
    const load = startWorker<LoadTasks>('closed-loop.ts');
    try {
      for (const server of [erasing, alone]) {
        await caughtUp(server);
        await subscribeEveryone(server);
      }
      const send = (server: Server, requests: readonly string[]) =>
        load.ask('run', { port: server.port, connections: crowd, millis, requests });
      const [toErasing, toAlone] = [sendRequests(erasing), sendRequests(alone)];
      say('warming up, until a run begins');
      const ends = performance.now() + warmUpMillisMax;
      for (let both = 0; both < 2 * warmUpMessages && performance.now() < ends; )
        for (const [server, requests] of [[erasing, toErasing] as const, [alone, toAlone] as const])
          both += (await send(server, requests)).count;
      while ((await erasedSoFar(erasing)) === undefined) await delay(500);
      const before = await erasedSoFar(erasing);
      const measured = await inRounds(
        say,
        async () => {
          const { perSecond: figure } = await send(erasing, toErasing);
          return { 'send-retaining': { figure, limit: (await send(alone, toAlone)).perSecond } };
        },
        rounds,
      );
      // The read models absorb the sent messages.
      await delay(settledMs);
      const after = await erasedSoFar(erasing);
      if (after === undefined) throw new Error('no run was under way at the end');
      say(`${after - (before ?? 0)} messages were erased meanwhile`);
      return measured;
    } finally {
      await load.stop();
      for (const server of [erasing, alone]) await server.discard();
    }
  },
};
