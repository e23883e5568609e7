/**
 * How long one request may block the event loop, whatever it requests within the limits. The result is the longest time over all demands. Of
 * each the shortest of several runs counts, as in `holding.ts`.
 */
import { subscribeEveryone } from '../chatter.ts';
import { type Demand, demands } from '../demands.ts';
import { kinds } from '../hard-texts.ts';
import { loopHolds } from '../measure/loop-holds.ts';
import { lower, type Suite } from '../ratio.ts';
import { seededFolder } from '../seed.ts';
import { type Server, startServer } from '../server.ts';
import { authorizationOf, type Caller } from '../workers/http-socket.ts';

const size = { users: 5_000, channels: 500, messages: 20_000 };
/** The number of long messages, which are sent after those. */
const longOnes = 300;
const runsMin = 3;
const runsMax = 6;
const goalMs = 20;
const env = { VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000', VERBATIM_SCRUB_SECS: '86400' };

/** Reads the whole answer. Refused requests count, too. */
async function make({ port }: Server, caller: Caller, { method, path, form }: Demand, run: number): Promise<void> {
  const authorization = authorizationOf(caller);
  const parameters = new URLSearchParams(form(run));
  const url = `http://127.0.0.1:${port}/api/v1${path}`;
  const answer =
    method === 'GET'
      ? await fetch(`${url}?${parameters}`, { headers: { authorization } })
      : await fetch(url, { method, headers: { authorization }, body: parameters });
  await answer.text();
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
}

export const demanding: Suite = {
  name: 'demanding',
  ratios: [
    lower(31, 'hold-demand', 'longest hold of the event loop by one request within all limits', 'ms', 100, goalMs),
  ],
  async run(say) {
    const holds = loopHolds();
    say(`making ${size.messages} messages`);
    const data = await seededFolder(size);
    const server = await startServer({ data, ...holds.options, env: { ...env, ...holds.options.env } });
    try {
      await subscribeEveryone(server);
      const member = server.caller('member');
      const text = kinds.find(({ name }) => name === 'short words');
      let last = 0;
      for (let at = 0; at < longOnes; at += 1) {
        const form = { type: 'stream', to: 'general', topic: `topic ${at % 7}`, content: text?.make(at) ?? '' };
        last = Number((await server.call('POST', '/messages', form, member)).id);
      }
      const all = demands(Array.from({ length: 5_000 }, (_, at) => last - 4_999 + at));
      say('warming up');
      for (const one of all) await make(server, member, one, runsMax);
      let figure = 0;
      for (const one of all) {
        let shortest = Number.POSITIVE_INFINITY;
        for (let run = 0; run < runsMin || (run < runsMax && shortest > goalMs); run += 1) {
          await holds.longest(server.pid);
          await make(server, member, one, run);
          shortest = Math.min(shortest, await holds.longest(server.pid));
        }
        if (shortest > goalMs) say(`${one.name}: ${shortest.toFixed(1)} ms`);
        figure = Math.max(figure, shortest);
      }
      return [{ name: 'hold-demand', figure, limit: 1, ratio: figure }];
    } finally {
      await server.discard();
      holds.remove();
    }
  },
};
