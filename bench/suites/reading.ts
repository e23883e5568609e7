/** Reading: GET /messages for a hundred messages of a stream, compared with reading the same hundred from LMDB and serializing them. */
import type { RawRangeTasks } from '../limits/raw-range.ts';
import { cpuMicrosEach } from '../measure/process-usage.ts';
import { inRounds } from '../measure/rounds.ts';
import { higher, type Suite } from '../ratio.ts';
import { personCaller, seededFolder } from '../seed.ts';
import { startServer } from '../server.ts';
import type { LoadTasks } from '../workers/closed-loop.ts';
import { type Caller, getRequest, openSocket, parsed, successful } from '../workers/http-socket.ts';
import { startWorker } from '../workers/worker.ts';

const size = { users: 1_000, channels: 200, messages: 10_000 };
/** The stream with the most messages. */
const narrow = JSON.stringify([{ operator: 'stream', operand: 'stream 0' }]);
export const shownAtOnce = 100;
const anchorsCount = 64;
export const connections = 8;
const millis = 2_000;
const warmUpMillis = 4_000;

type Shown = { readonly id: number };

const listing = (anchor: number | 'newest', count: number): string =>
  `/api/v1/messages?${new URLSearchParams({ anchor: String(anchor), num_before: String(count), num_after: '0', narrow })}`;

/** The number of messages that one request may ask for. */
async function newestMessages(port: number, caller: Caller): Promise<Shown[]> {
  const socket = await openSocket(port);
  const body = await successful(socket, getRequest(listing('newest', 5_000), caller));
  socket.close();
  return parsed<{ messages: Shown[] }>(body).messages;
}

/** Anchors spread over the whole stream, a hundred messages each, and the newest messages. */
export async function hundreds(port: number, caller: Caller) {
  const shown = await newestMessages(port, caller);
  const [step, oldest] = [(shown.length - shownAtOnce) / anchorsCount, shownAtOnce - 1];
  const anchors = Array.from({ length: anchorsCount }, (_, n) => shown[Math.floor(oldest + n * step)]?.id ?? 0);
  return { shown, anchors, requests: anchors.map((id) => getRequest(listing(id + 1, shownAtOnce), caller)) };
}

/**
 * Answers per second of processor time. Time by the clock is not comparable on a busy machine: two processes that talk to each other
 * lose more of it than one process that works alone.
 */
const perProcessorSecond = async (pid: number, work: () => Promise<{ readonly count: number }>): Promise<number> =>
  1e6 / (await cpuMicrosEach(pid, work));

export const reading: Suite = {
  name: 'reading',
  ratios: [
    higher(18, 'read-100', 'GET /messages, 100 of a stream ÷ raw range and JSON.stringify', '/s of CPU', 0.25, 0.5),
  ],
  async run(say) {
    say(`making ${size.messages} messages`);
    const data = await seededFolder(size);
    const server = await startServer({ data });
    const load = startWorker<LoadTasks>('closed-loop.ts');
    const raw = startWorker<RawRangeTasks>('../limits/raw-range.ts');
    try {
      const caller = await personCaller(data, 0);
      const { shown, anchors, requests } = await hundreds(server.port, caller);
      await raw.ask('fill', { shown });
      const ours = (ms: number) => load.ask('run', { port: server.port, connections, millis: ms, requests });
      const theirs = (ms: number) => raw.ask('run', { anchors, count: shownAtOnce, millis: ms });
      say('warming up');
      await ours(warmUpMillis);
      await theirs(warmUpMillis / 4);
      return await inRounds(say, async () => {
        const limit = await perProcessorSecond(raw.pid, () => theirs(millis));
        return { 'read-100': { figure: await perProcessorSecond(server.pid, () => ours(millis)), limit } };
      });
    } finally {
      await Promise.all([load.stop(), raw.stop()]);
      await server.discard();
    }
  },
};
