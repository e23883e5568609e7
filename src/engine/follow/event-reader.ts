/** Reads the events of single log streams. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { LogStream } from '../../vocabulary/log-streams.ts';
import { decode } from './decode.ts';

const pageSize = 16;

/**
 * The events of a log stream as they are stored, in pages, because those of one message may be a hundred megabytes together. `from`: the
 * revision of the first one. Backward, the first page has only the newest event, which usually suffices.
 */
export async function* storedEvents(
  log: Pick<EventLog, 'readStream'>,
  stream: LogStream,
  direction: 'forward' | 'backward' = 'forward',
  from?: number,
): AsyncGenerator<StoredEvent> {
  const step = direction === 'forward' ? 1 : -1;
  let limit = direction === 'forward' ? pageSize : 1;
  for (let next = from; ; limit = pageSize) {
    const page = await log.readStream(stream, { direction, limit, ...(next !== undefined && { from: next }) });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < limit || last.revision + step < 0) return;
    next = last.revision + step;
    await nextTurn();
  }
}

/** The newest event of a log stream as it is stored. */
export async function newestStored(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
): Promise<StoredEvent | undefined> {
  const [newest] = await log.readStream(stream, { direction: 'backward', limit: 1 });
  return newest;
}

/** The newest event of a log stream. Undefined if there is none, or if this version does not know it. */
export async function newestEvent(log: Pick<EventLog, 'readStream'>, stream: LogStream): Promise<Recorded | undefined> {
  const newest = await newestStored(log, stream);
  return newest && decode(newest);
}

/** A few events in the current types and shapes. `from`: the revision of the first event. Erased events, and events that this version does not know, are left out. */
export const eventReader =
  (log: EventLog) =>
  async (stream: LogStream, from: number, limit: number): Promise<readonly Recorded[]> =>
    (await log.readStream(stream, { from, limit })).flatMap((stored) => decode(stored) ?? []);

/** Whether a message is in the log and was not deleted. `stream`: its log stream. */
export const messageIsThere =
  (log: EventLog) =>
  async ({ stream }: Pick<Recorded, 'stream'>): Promise<boolean> => {
    const newest = await newestStored(log, stream);
    return newest !== undefined && decode(newest)?.type !== 'MessageDeleted';
  };
