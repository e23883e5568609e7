/**
 * The trail: a page of it under several filters, compared with the listing of as many messages of a stream, by processor time of the server.
 * The filters differ in their matches: spread over the whole trail, close together, or few among very many.
 */
import { cpuMicrosEach } from '../measure/process-usage.ts';
import { inRounds, type Pair } from '../measure/rounds.ts';
import { lower, type Suite } from '../ratio.ts';
import { personCaller, seededFolder } from '../seed.ts';
import { startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { getRequest } from '../workers/http-socket.ts';
import { startWorker } from '../workers/worker.ts';

const rows = '100';
const connections = 2;
const millis = 700;
const warmUpMillis = 3_000;

/** `104`, `14`: a person and a stream of the seed that are neither the busiest nor idle. */
const filters = {
  all: {},
  'by-actor': { actor: '104' },
  'by-action': { action: 'message.edited' },
  'by-stream': { stream_id: '14' },
  'by-two': { actor: '104', action: 'message.edited' },
  'by-place': { stream_id: '14', topic: 'topic 3', actor: '104' },
  'by-time': { action: 'message.', until: '2024-01-01T12:00:00Z' },
} as const;
type Name = keyof typeof filters;
const names = Object.keys(filters) as Name[];

const newest = `/api/v1/messages?${new URLSearchParams({
  anchor: 'newest',
  num_before: rows,
  num_after: '0',
  narrow: JSON.stringify([{ operator: 'stream', operand: 'stream 0' }]),
})}`;
const trail = (name: Name): string => `/api/v1/audit/events?${new URLSearchParams({ limit: rows, ...filters[name] })}`;

export const finding: Suite = {
  name: 'finding',
  ratios: names.map((name) =>
    lower(
      36,
      `trail-${name}`,
      `${rows} records of the trail, ${name.replaceAll('-', ' ')} ÷ ${rows} messages of a stream`,
      'µs',
      5,
      3,
    ),
  ),
  async run(say, { growth }) {
    const size = { users: 1_000, channels: 200, messages: growth };
    say(`making ${size.messages} messages`);
    const data = await seededFolder(size);
    const server = await startServer({ data, env: { VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000' } });
    const load = startWorker<LoadTasks>('closed-loop.ts');
    try {
      const [person, auditor] = [await personCaller(data, 0), server.caller('auditor')];
      const cost = (name: Name | undefined, ms: number): Promise<number> => {
        const request = name === undefined ? getRequest(newest, person) : getRequest(trail(name), auditor);
        return cpuMicrosEach(server.pid, () =>
          load.ask('run', { port: server.port, connections, millis: ms, requests: [request] }),
        );
      };
      say('warming up');
      for (const name of [undefined, ...names]) await cost(name, warmUpMillis);
      return await inRounds(say, async () => {
        const limit = await cost(undefined, millis);
        const pairs: Record<string, Pair> = {};
        for (const name of names) pairs[`trail-${name}`] = { figure: await cost(name, millis), limit };
        return pairs;
      });
    } finally {
      await load.stop();
      await server.discard();
    }
  },
};
