/**
 * The log's LMDB environment, with its single reads and writes. Their order is decided elsewhere (`append-queue.ts`).
 *
 * Databases: `events` maps a position to JSON text; `streams` maps [log stream, revision] to a position; `marks` contains numbers that
 * cannot be derived from the events. There is no index of event ids, because nothing needs it, and it would multiply the bytes written for
 * each event.
 * Every read is synchronous and short. So no reader keeps old pages in use, and the file can be replaced between two reads.
 */
import { EventLogDamaged, type StoredEvent } from '../../ports/event-log.ts';
import { openEnvironment } from './environment.ts';
import { parseEvent, placeOf } from './stored-event.ts';

type IndexEntry = { readonly stream: string; readonly revision: number; readonly position: number };
/** `isHead`: whether it is the newest entry of its log stream. */
export type RemovableEntry = IndexEntry & { readonly isHead: boolean };
export type Placed = IndexEntry & { readonly json: string };

/** Resolves when the commit is visible to readers; `flushed` resolves when it survives a power failure. */
export type Commit = Promise<boolean> & { readonly flushed: Promise<boolean> };

export type Chunk = {
  readonly records: readonly { readonly position: number; readonly json: string }[];
  /** The last position that this chunk covers, whether or not there is an event at it. */
  readonly upTo: number;
};

/** If `from` is undefined, the range begins at the first revision, or with `backward` at the last one. */
type RevisionRange = { readonly backward: boolean; readonly from: number | undefined; readonly limit: number };

export type LogFile = ReturnType<typeof openLogFile>;

/** Bounds the memory of one read, and the time for which it blocks the event loop. */
export const entriesPerChunkMax = 1000;
const charactersPerChunkMax = 4 * 1024 * 1024;
const beyondEveryRevision = Number.MAX_SAFE_INTEGER;

/** A log stream and a revision. A key without a revision sorts before all revisions of the log stream. */
type StreamKey = [stream: string, revision: number] | [stream: string];

/** `durable`: commits are flushed. `readOnly`: another process writes to it. */
type LogFileUse = { readonly durable: boolean } | { readonly readOnly: true };

export const openLogFile = (path: string, use: LogFileUse) => {
  const writing =
    'readOnly' in use
      ? { readOnly: true }
      : // With `eventTurnBatching` a failed commit would also reject a promise that no caller can handle.
        { separateFlushed: true, noSync: !use.durable, eventTurnBatching: false };
  const root = openEnvironment({ path, maxDbs: 3, ...writing });
  const events = root.openDB<string, number>('events', { encoding: 'string' });
  const streams = root.openDB<number, StreamKey>('streams', { encoding: 'ordered-binary' });
  const marks = root.openDB<number, string>('marks', { encoding: 'ordered-binary' });

  const newest = (): number => {
    for (const position of events.getKeys({ reverse: true, limit: 1 })) return position;
    return 0;
  };

  return {
    path,

    /** The position of the newest event, even if that event has been truncated. */
    tail: (): number => Math.max(newest(), marks.get('tail') ?? 0),

    /** The number of events that were truncated since the file was written. Their bytes are still in free pages. */
    removed: (): number => marks.get('removed') ?? 0,

    /** The revision of a log stream's newest event, even if that event has been truncated. */
    head(stream: string): number | undefined {
      const newestFirst = { start: [stream, beyondEveryRevision], end: [stream], reverse: true, limit: 1 };
      for (const key of streams.getKeys(newestFirst)) return key[1];
      return undefined;
    },

    positionOf: (stream: string, revision: number): number | undefined => streams.get([stream, revision]),

    has: (position: number): boolean => events.doesExist(position),

    textAt: (position: number): string | undefined => events.get(position),

    /** The event that an entry of the index names. Undefined if it has been truncated. */
    eventOf({ stream, revision, position }: IndexEntry): StoredEvent | undefined {
      const json = events.get(position);
      const event = json === undefined ? undefined : parseEvent(json, position);
      if (event && (event.stream !== stream || event.revision !== revision))
        throw new EventLogDamaged(
          `the event at position ${position} is not revision ${revision} of ${stream}, as the index of the log says. Put back a backup of the log`,
        );
      return event;
    },

    /** Whether the event that an entry of the index names has the place that the entry says. */
    hasEventOf: ({ stream, revision, position }: IndexEntry): boolean =>
      events.get(position)?.startsWith(placeOf(stream, revision)) === true,

    /** The next events after a position, up to `upTo` inclusive, limited in number and size. */
    chunk(after: number, upTo: number): Chunk {
      const records: { position: number; json: string }[] = [];
      let characters = 0;
      for (const { key, value } of events.getRange({ start: after + 1, end: upTo + 1, limit: entriesPerChunkMax })) {
        records.push({ position: key, json: value });
        characters += value.length;
        if (characters >= charactersPerChunkMax) return { records, upTo: key };
      }
      const last = records.at(-1);
      return { records, upTo: last !== undefined && records.length === entriesPerChunkMax ? last.position : upTo };
    },

    /** The next index entries of one log stream, from a revision on, in either direction. */
    revisions(stream: string, { backward, from, limit }: RevisionRange): IndexEntry[] {
      const range = backward
        ? { start: [stream, from ?? beyondEveryRevision], end: [stream], reverse: true }
        : { start: [stream, from ?? 0], end: [stream, beyondEveryRevision] };
      const entries: IndexEntry[] = [];
      for (const { key, value } of streams.getRange({ ...range, limit })) {
        entries.push({ stream, revision: Number(key[1]), position: value });
      }
      return entries;
    },

    /** The next index entries of all log streams, for a copy. */
    index(after: IndexEntry | undefined): IndexEntry[] {
      const start = after === undefined ? {} : { start: [after.stream, after.revision], exclusiveStart: true };
      const entries: IndexEntry[] = [];
      for (const { key, value } of streams.getRange({ ...start, limit: entriesPerChunkMax })) {
        entries.push({ stream: key[0], revision: Number(key[1]), position: value });
      }
      return entries;
    },

    /** Writes events with their index entries, all of them or none. */
    write: (placed: readonly Placed[]): Commit =>
      root.batch(() => {
        for (const { position, stream, revision, json } of placed) {
          void events.put(position, json);
          void streams.put([stream, revision], position);
        }
      }) as Commit,

    /** Writes events without index entries. A copy writes events and index entries separately, so that no event has to be parsed. */
    copyEvents: (records: Chunk['records']): Promise<boolean> =>
      root.batch(() => {
        for (const { position, json } of records) void events.put(position, json);
      }),

    /** Writes index entries without events. */
    copyIndex: (entries: readonly IndexEntry[]): Promise<boolean> =>
      root.batch(() => {
        for (const { stream, revision, position } of entries) void streams.put([stream, revision], position);
      }),

    /** Stores the tail, because the newest event may have been truncated. */
    markTail: (tail: number): Promise<boolean> => marks.put('tail', tail),

    /**
     * Deletes events. The index entry of the newest revision of a log stream stays and the tail is stored, so that later revisions and
     * positions continue from them.
     */
    truncate(entries: readonly RemovableEntry[], tail: number): Commit {
      const removed = (marks.get('removed') ?? 0) + entries.length;
      return root.batch(() => {
        for (const { stream, revision, position, isHead } of entries) {
          void events.remove(position);
          if (!isHead) void streams.remove([stream, revision]);
        }
        void marks.put('tail', tail);
        void marks.put('removed', removed);
      }) as Commit;
    },

    /** Makes later reads see the newest commit. Otherwise lmdb keeps one snapshot for a whole turn of the event loop. */
    refresh: (): void => root.resetReadTxn(),

    async close(): Promise<void> {
      // After a failed commit lmdb's `close` waits forever for the flush of that commit, unless another transaction has succeeded since.
      await root.batch(() => {});
      await root.close();
    },

    /** Closes a file that was opened only for reading. */
    leave: (): Promise<void> => root.close(),

    /** Frees the pages that are still held by readers of processes that have died. Otherwise those pages could not be reused. */
    forgetDeadReaders: (): void => void root.readerCheck(),
  };
};
