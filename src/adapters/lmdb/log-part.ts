/** A part of the log. It is read without trust in its contents, and processed by a function of a module. */
import type { StoredEvent } from '../../ports/event-log.ts';
import type { PartWork } from '../../ports/log-to-verify.ts';
import { type Chunk, entriesPerChunkMax, type LogFile } from './log-file.ts';
import { filterToVerify, type Selection, skimmedEvent } from './stored-event.ts';

export type PartOrder = Selection & { readonly module: string; readonly input: unknown };
/** Positions after `after`, up to and including `upTo`. */
export type Part = { readonly after: number; readonly upTo: number };
/** The results of a part, chunk by chunk. */
type PartWorker = (part: Part) => Generator<unknown>;

export async function partWorker(file: LogFile, { module, input, ...selected }: PartOrder): Promise<PartWorker> {
  const { work } = (await import(module)) as { readonly work: PartWork<unknown> };
  const isWanted = filterToVerify(selected);
  return function* ({ after, upTo }) {
    for (let position = after; position < upTo; ) {
      const chunk = file.chunk(position, upTo);
      yield work(placedEvents(file, chunk, isWanted), input);
      position = chunk.upTo;
    }
  };
}

/** Synchronous, so that events and index are read at the same moment: a truncation also removes events from the index. */
export function placedEvents(file: LogFile, { records }: Chunk, isWanted: (json: string) => boolean): StoredEvent[] {
  const events: StoredEvent[] = [];
  for (const { json, position } of records) if (isWanted(json)) events.push(placed(file, skimmedEvent(json, position)));
  return events;
}

/**
 * Makes an event unreadable if the index has it elsewhere, or if an earlier revision of its log stream is at a later position. No leaf covers
 * the revision, and whoever has the disk can change the index. But leaves are in the order of the positions.
 */
export const placed = (file: LogFile, event: StoredEvent): StoredEvent =>
  file.positionOf(event.stream, event.revision) === event.position && isAfterEarlier(file, event)
    ? event
    : unreadable(event);

export const unreadable = (event: StoredEvent): StoredEvent => ({ ...event, type: '', metadata: null });

/** The log stream is in order if each of its events is at a later position than the one before it. */
function isAfterEarlier(file: LogFile, { stream, revision, position }: StoredEvent): boolean {
  if (revision === 0) return true;
  const previous = { stream, revision: revision - 1, position: file.positionOf(stream, revision - 1) ?? 0 };
  if (file.hasEventOf(previous)) return previous.position < position;
  // Earlier events were truncated, or somebody removed some.
  for (let from = revision - 2; from >= 0; ) {
    const entries = file.revisions(stream, { backward: true, from, limit: entriesPerChunkMax });
    const earlier = entries.find((entry) => file.hasEventOf(entry));
    if (earlier) return earlier.position < position;
    from = (entries.at(-1)?.revision ?? 0) - 1;
  }
  return true;
}
