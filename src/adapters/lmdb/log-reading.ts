/**
 * Reads of the embedded log. A long read is split into chunks, with yields to the event loop between them. No read goes beyond the flushed
 * tail.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { LogContext } from './log-context.ts';
import { entriesPerChunkMax } from './log-file.ts';
import { parseEvent, streamFilter } from './stored-event.ts';

/** Throws if the log has been closed or has failed, so that a read must stop. */
type Guard = () => void;

export type StreamRange = { readonly backward: boolean; readonly from: number | undefined; readonly limit: number };

export const readStream = async (
  log: LogContext,
  assertReadable: Guard,
  stream: string,
  { backward, from, limit }: StreamRange,
): Promise<StoredEvent[]> => {
  const one = limit === 1 && from !== undefined ? eventOf(log, assertReadable, stream, from) : undefined;
  if (one) return [one];
  const events: StoredEvent[] = [];
  let next = from;
  while (events.length < limit) {
    assertReadable();
    const count = Math.min(limit - events.length, entriesPerChunkMax);
    const entries = log.file.revisions(stream, { backward, from: next, limit: count });
    for (const entry of entries) {
      const event = entry.position > log.tail ? undefined : log.file.eventOf(entry);
      if (event !== undefined) events.push(event);
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < count || (backward && last.revision === 0)) break;
    next = last.revision + (backward ? -1 : 1);
    if (events.length < limit) await nextTurn();
  }
  return events;
};

/** Reads one event by its revision, without a cursor. Undefined if the log no longer has the event. */
function eventOf(log: LogContext, assertReadable: Guard, stream: string, revision: number): StoredEvent | undefined {
  assertReadable();
  const position = log.file.positionOf(stream, revision);
  return position === undefined || position > log.tail ? undefined : log.file.eventOf({ stream, revision, position });
}

export async function* readAll(
  log: LogContext,
  assertReadable: Guard,
  after: number,
  upTo: number,
  prefixes: readonly string[],
): AsyncGenerator<StoredEvent> {
  const isWanted = streamFilter(prefixes);
  for (let position = after; position < upTo; ) {
    assertReadable();
    const chunk = log.file.chunk(position, upTo);
    for (const record of chunk.records) if (isWanted(record.json)) yield parseEvent(record.json, record.position);
    position = chunk.upTo;
    if (position < upTo) await nextTurn();
  }
}

/** One chunk of events after a position, for a subscription. */
export const readChunk = (log: LogContext, after: number, prefixes: readonly string[]) => {
  const isWanted = streamFilter(prefixes);
  const chunk = log.file.chunk(after, log.tail);
  const wanted = chunk.records.filter(({ json }) => isWanted(json));
  return { events: wanted.map(({ json, position }) => parseEvent(json, position)), upTo: chunk.upTo };
};
