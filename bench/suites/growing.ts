/**
 * Growth: an organization of 10,000 messages compared with the same one with many more. The slowdown of the raw store with its size is
 * divided out: each side is compared with raw appends to a store of as many events, and with raw ranges of the same messages.
 */
import { rmSync } from 'node:fs';
import { sendRequests, subscribeEveryone } from '../chatter.ts';
import { crowd, crowdSends, millis, type Place } from '../crowd.ts';
import type { RawAppendTasks } from '../limits/raw-append.ts';
import type { RawRangeTasks } from '../limits/raw-range.ts';
import { inRounds } from '../measure/rounds.ts';
import { higher, lower, type Measured, type Ratio, type Suite } from '../ratio.ts';
import { personCaller, seededFolder } from '../seed.ts';
import { type Server, startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import type { PollTasks } from '../workers/polls.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import { connections, hundreds, shownAtOnce } from './reading.ts';

const [users, channels] = [1_000, 200];
const few = 10_000;
/** Enough for the compiler to settle. Each message that is sent also makes the smaller side larger. */
const warmUpRounds = 2;

/** One of the two organizations under load. */
type Side = Place & {
  readonly messages: number;
  readonly raw: Worker<RawAppendTasks>;
  readonly range: Worker<RawRangeTasks>;
  readonly sends: readonly string[];
  readonly reads: Awaited<ReturnType<typeof hundreds>>;
};

/** Its figures, each divided by that of its own raw store. More is better. */
type Figures = Readonly<Record<'grown-send-64' | 'grown-send-1' | 'grown-p50' | 'grown-read-100', number>>;

const grown = (name: string, what: string): Ratio =>
  higher(19, name, `${what}, large ÷ small, each ÷ raw`, '', 0.7, 0.9);

async function sideOf(data: string, messages: number, server: Server): Promise<Side> {
  const raw = startWorker<RawAppendTasks>('../limits/raw-append.ts');
  const range = startWorker<RawRangeTasks>('../limits/raw-range.ts');
  await raw.ask('grow', { events: messages });
  await subscribeEveryone(server);
  const reads = await hundreds(server.port, await personCaller(data, 0));
  await range.ask('fill', { shown: reads.shown });
  const load = startWorker<LoadTasks>('closed-loop.ts');
  const polls = startWorker<PollTasks>('polls.ts');
  return { server, load, polls, messages, raw, range, sends: sendRequests(server), reads };
}

async function measured(side: Side): Promise<Figures> {
  const { server, load, raw, range, sends, reads } = side;
  const rawCrowd = await raw.ask('run', { inFlight: crowd, millis });
  const sent = await crowdSends(side, sends);
  const rawAlone = await raw.ask('run', { inFlight: 1, millis });
  const alone = await load.ask('run', { port: server.port, connections: 1, millis, requests: sends });
  const ranges = await range.ask('run', { anchors: reads.anchors, count: shownAtOnce, millis });
  const read = await load.ask('run', { port: server.port, connections, millis, requests: reads.requests });
  return {
    'grown-send-64': sent.perSecond / rawCrowd.perSecond,
    'grown-send-1': alone.perSecond / rawAlone.perSecond,
    'grown-p50': rawAlone.p50 / alone.p50,
    'grown-read-100': read.perSecond / ranges.perSecond,
  };
}

const stopped = async ({ server, load, polls, raw, range }: Side): Promise<void> => {
  await Promise.all([load, polls, raw, range].map((worker) => worker.stop()));
  await server.stop();
};

/** From starting the process until it listens. */
async function startUp(data: string): Promise<number> {
  const began = performance.now();
  const server = await startServer({ data });
  const elapsed = performance.now() - began;
  await server.stop();
  return elapsed;
}

export const growing: Suite = {
  name: 'growing',
  ratios: [
    grown('grown-send-64', 'messages sent, 64 in flight'),
    grown('grown-send-1', 'messages sent, one client'),
    grown('grown-p50', 'p50, one client'),
    grown('grown-read-100', 'GET /messages, 100 of a stream'),
    lower(20, 'start-up', 'start-up from a snapshot, large ÷ small', 'ms', 3, 1.5),
  ],
  async run(say, { growth }) {
    say(`making ${few} and ${growth} messages`);
    const smallData = await seededFolder({ users, channels, messages: few });
    const largeData = await seededFolder({ users, channels, messages: growth });
    try {
      return [...(await sizes(say, smallData, largeData, growth)), ...(await starts(say, smallData, largeData))];
    } finally {
      for (const folder of [smallData, largeData]) rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function sizes(say: (progress: string) => void, smallData: string, largeData: string, growth: number) {
  say('building the read models');
  const servers = [await startServer({ data: smallData }), await startServer({ data: largeData })] as const;
  const small = await sideOf(smallData, few, servers[0]);
  const large = await sideOf(largeData, growth, servers[1]);
  try {
    say('warming up');
    for (let round = 0; round < warmUpRounds; round += 1) for (const side of [small, large]) await measured(side);
    return await inRounds(say, async () => {
      const [limits, figures] = [await measured(small), await measured(large)];
      const names = Object.keys(figures) as (keyof Figures)[];
      return Object.fromEntries(names.map((name) => [name, { figure: figures[name], limit: limits[name] }]));
    });
  } finally {
    await Promise.all([small, large].map(stopped));
  }
}

async function starts(
  say: (progress: string) => void,
  smallData: string,
  largeData: string,
): Promise<readonly Measured[]> {
  return inRounds(say, async () => {
    const limit = await startUp(smallData);
    return { 'start-up': { figure: await startUp(largeData), limit } };
  });
}
