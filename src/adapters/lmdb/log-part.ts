/** A part of the log. It is read without trust in its contents, and processed by a function of a module. */
import type { StoredEvent } from '../../ports/event-log.ts';
import type { PartWork } from '../../ports/log-to-verify.ts';
import type { Chunk, LogFile } from './log-file.ts';
import { filterToVerify, legibleEvent, skimmedEvent } from './stored-event.ts';

export type PartOrder = { readonly module: string; readonly input: unknown; readonly prefixes: readonly string[] };
/** Positions after `after`, up to and including `upTo`. */
export type Part = { readonly after: number; readonly upTo: number };
/** The results of a part, chunk by chunk. */
type PartWorker = (part: Part) => Generator<unknown>;

export async function partWorker(file: LogFile, { module, input, prefixes }: PartOrder): Promise<PartWorker> {
  const { work } = (await import(module)) as { readonly work: PartWork<unknown> };
  const isWanted = filterToVerify(prefixes);
  return function* ({ after, upTo }) {
    for (let position = after; position < upTo; ) {
      const chunk = file.chunk(position, upTo);
      yield work(placedEvents(file, chunk, isWanted, skimmedEvent), input);
      position = chunk.upTo;
    }
  };
}

type Read = (json: string, position: number) => StoredEvent;

/** Synchronous, so that events and index are read at the same moment: a truncation also removes events from the index. */
export function placedEvents(
  file: LogFile,
  { records }: Chunk,
  isWanted: (json: string) => boolean,
  read: Read = legibleEvent,
): StoredEvent[] {
  const events: StoredEvent[] = [];
  for (const { json, position } of records) if (isWanted(json)) events.push(placed(file, read(json, position)));
  return events;
}

/** Makes an event unreadable if its log stream or revision differs from the index, because no leaf covers the revision. */
export const placed = (file: LogFile, event: StoredEvent): StoredEvent =>
  file.positionOf(event.stream, event.revision) === event.position ? event : { ...event, type: '', metadata: null };
