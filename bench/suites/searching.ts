/** Searching: the 20 newest messages with a word or a phrase, compared with the 20 newest of a stream, by processor time of the server. */
import { cpuMicrosEach } from '../measure/process-usage.ts';
import { inRounds, type Pair } from '../measure/rounds.ts';
import { proses, wordOfRank } from '../prose.ts';
import { lower, type Suite } from '../ratio.ts';
import { personCaller, seededFolder } from '../seed.ts';
import { startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { getRequest } from '../workers/http-socket.ts';
import { startWorker } from '../workers/worker.ts';

const size = { users: 1_000, channels: 200, messages: 100_000 };
const shownAtOnce = '20';
const connections = 4;
const millis = 700;
const warmUpMillis = 2_000;
const rareRank = 7_500;

/** Two consecutive words in one of the texts. */
const phrase = /([a-z]{4,} [a-z]{4,}) /.exec(proses(1)[0] ?? '')?.[1] ?? '';

const searches = { common: wordOfRank(0), rare: wordOfRank(rareRank), phrase: `"${phrase}"` } as const;
type Name = keyof typeof searches;
const names = Object.keys(searches) as Name[];

const listing = (operator: string, operand: string): string =>
  `/api/v1/messages?${new URLSearchParams({
    anchor: 'newest',
    num_before: shownAtOnce,
    num_after: '0',
    narrow: JSON.stringify([{ operator, operand }]),
  })}`;

export const searching: Suite = {
  name: 'searching',
  ratios: names.map((name) =>
    lower(
      29,
      `search-${name}`,
      `search for a ${name === 'phrase' ? name : `${name} word`}, 20 newest ÷ 20 newest of a stream`,
      'µs',
      20,
      5,
    ),
  ),
  async run(say) {
    say(`making ${size.messages} messages`);
    const data = await seededFolder(size);
    const server = await startServer({ data });
    const load = startWorker<LoadTasks>('closed-loop.ts');
    try {
      const caller = await personCaller(data, 0);
      const cost = (path: string, ms: number): Promise<number> => {
        const work = { port: server.port, connections, millis: ms, requests: [getRequest(path, caller)] };
        return cpuMicrosEach(server.pid, () => load.ask('run', work));
      };
      const newest = listing('stream', 'stream 0');
      say('warming up');
      for (const path of [newest, ...names.map((name) => listing('search', searches[name]))])
        await cost(path, warmUpMillis);
      return await inRounds(say, async () => {
        const limit = await cost(newest, millis);
        const pairs: Record<string, Pair> = {};
        for (const name of names)
          pairs[`search-${name}`] = { figure: await cost(listing('search', searches[name]), millis), limit };
        return pairs;
      });
    } finally {
      await load.stop();
      await server.discard();
    }
  },
};
