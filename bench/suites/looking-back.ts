/**
 * Looking back: the first answer about a moment of the past, and the next one about a moment a little later, compared with folding the whole
 * log and building all read models; and sending while a moment is reconstructed, compared with sending alone.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { sendRequests } from '../chatter.ts';
import { crowd } from '../crowd.ts';
import { inRounds } from '../measure/rounds.ts';
import { seeded } from '../prose.ts';
import { higher, lower, type Suite } from '../ratio.ts';
import { seededFolder } from '../seed.ts';
import { type Server, startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { authorizationOf } from '../workers/http-socket.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

const size = { users: 1_000, channels: 200, messages: 100_000 };
/** About as many as in an hour of an organization with a million events in two years. */
const eventsAnHour = 60;
/** Moments are chosen after this part of the log, when the organization has been made. */
const founded = 0.1;
/** The default of `VERBATIM_PAST_COPIES_MIB`. */
const copiesMib = '16384';
const warmUpMillis = 20_000;
/** Shorter than the reconstruction of a moment. */
const sendingMillis = 1_000;
/** The number of moments that are reconstructed while sending in each round. Several, because the pace of sending changes within seconds. */
const besideTimes = 6;
/** By then the service has started the process for the next moment, so that its start is not measured. */
const restMillis = 6_500;

/** Milliseconds until there is an answer. */
async function asOf(server: Server, position: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(
      `http://127.0.0.1:${server.port}/api/v1/messages?anchor=newest&num_before=20&num_after=0`,
      {
        headers: {
          Authorization: authorizationOf(server.caller('auditor')),
          'Verbatim-As-Of': `position:${position}`,
          'Audit-Reason': 'the bench',
        },
      },
    );
    const text = await answer.text();
    if (answer.status === 200) return performance.now() - began;
    // The moment is still being reconstructed in the background.
    if (answer.status !== 503) throw new Error(`${answer.status}: ${text}`);
  }
}

/** Resolves when the service has made the copies from which it reconstructs moments. It makes them by itself. */
async function prepared({ port }: Server, say: (text: string) => void): Promise<void> {
  let isBegun = false;
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const value = (name: string): number => Number(new RegExp(`^verbatim_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    const isPreparing = value('past_copies_preparing') > 0;
    if (isBegun && !isPreparing) {
      say(`${value('past_copies')} copies, ${Math.round(value('past_copies_bytes') / 1e6)} MB`);
      return;
    }
    isBegun ||= isPreparing;
    await elapsed(500);
  }
}

/** Messages a second. */
async function sent(
  { port }: Server,
  load: Worker<LoadTasks>,
  requests: readonly string[],
  millis: number,
): Promise<number> {
  return (await load.ask('run', { port, connections: crowd, millis, requests })).perSecond;
}

export const lookingBack: Suite = {
  name: 'looking-back',
  ratios: [
    lower(24, 'as-of-first', 'first answer about a random moment ÷ folding and building everything', 'ms', 0.1, 0.01),
    lower(25, 'as-of-next', 'the next answer, an hour later ÷ the same', 'ms', 0.01, 0.001),
    higher(26, 'as-of-beside', 'messages a second while a moment is reconstructed ÷ alone', '/s', 0.6, 0.8),
  ],
  async run(say) {
    say(`making ${size.messages} messages`);
    const data = await seededFolder(size);
    const load = startWorker<LoadTasks>('closed-loop.ts');
    const random = seeded(24);
    try {
      return await inRounds(say, async () => {
        rmSync(join(data, 'read-models'), { recursive: true, force: true });
        const env = { VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000', VERBATIM_PAST_COPIES_MIB: copiesMib };
        const server = await startServer({ data, env });
        try {
          const { events, ms: whole } = server.replayed;
          const someMoment = (): number => Math.floor((founded + (1 - founded) * random()) * (events - eventsAnHour));
          const position = someMoment();
          await prepared(server, say);
          const first = await asOf(server, position);
          const next = await asOf(server, position + eventsAnHour);
          const requests = sendRequests(server);
          await sent(server, load, requests, warmUpMillis);
          let [alone, beside] = [0, 0];
          for (let time = 0; time < besideTimes; time += 1) {
            await elapsed(restMillis);
            const before = await sent(server, load, requests, sendingMillis);
            const restored = asOf(server, someMoment());
            beside += await sent(server, load, requests, sendingMillis);
            await restored;
            alone += (before + (await sent(server, load, requests, sendingMillis))) / 2;
          }
          return {
            'as-of-first': { figure: first, limit: whole },
            'as-of-next': { figure: next, limit: whole },
            'as-of-beside': { figure: beside / besideTimes, limit: alone / besideTimes },
          };
        } finally {
          await server.stop();
        }
      });
    } finally {
      await load.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
};
