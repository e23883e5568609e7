/**
 * The event log: append-only, ordered, durable. Two adapters implement it, LMDB in this process and EventStoreDB. One contract suite
 * (`test/contracts/event-log.ts`) tests both.
 *
 * A position is a safe integer below 2^43. Positions increase along the log; differences between them mean nothing. 0 is before all events.
 * A revision counts the events of one log stream from 0, without gaps. Truncation does not change revisions.
 * The name of a log stream is 1 to 500 printable ASCII characters without spaces. Any other name throws a RangeError.
 */
import type { StoredLog } from './stored-log.ts';

/** Names of this length stay below the limits of all stores on keys. */
const streamName = /^[\x21-\x7e]{1,500}$/;

/** Throws a RangeError if a log stream cannot have this name. */
export function assertStreamName(stream: string): void {
  if (!streamName.test(stream)) throw new RangeError(`not a log stream's name: ${stream}`);
}

/** Ends the process. Adapters call this if the log cannot continue. */
export function endProcess(error: Error): void {
  process.stderr.write(`event log: ${fatalText(error)}\n`);
  process.exit(70);
}

/** The text that is printed for an error that ends the process. The message of a damaged log needs no stack. */
export const fatalText = (error: Error): string =>
  error instanceof EventLogDamaged ? error.message : (error.stack ?? error.message);

/**
 * An event to append. `id` is a UUID; `data` and `metadata` are JSON values, serialized during the call of `append`. Strings are stored
 * unchanged, lone surrogates included.
 */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
};

/**
 * An event as read: exactly what was appended, and its place in the log. `content`: the text that its leaf commits to
 * (`src/ledger/leaf.ts`), if the store has it available.
 */
export type StoredEvent = NewEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly content?: string;
};

/** Words that name an event to an operator. */
export const eventNamed = ({ id, type, stream, revision, position }: StoredEvent): string =>
  `the event at position ${position} (${type} ${id}, ${stream} revision ${revision})`;

/** An event by which a store recognizes the log that it was built from. */
export type Landmark = Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'>;

/** `none`: the stream must not exist yet; a number: its newest revision must be this one. There is no "any". */
export type ExpectedRevision = 'none' | number;

export type AppendResult =
  /**
   * The append is durable. `position` and `revision` are those of the last event. If the same events are already there, with the same ids
   * at the same revisions, the append succeeds too. So an append whose answer was lost can be repeated.
   */
  | { readonly ok: true; readonly revision: number; readonly position: number }
  /** Nothing was written: the newest revision of the log stream is `actual`, not the expected one. */
  | { readonly ok: false; readonly reason: 'conflict'; readonly actual: ExpectedRevision }
  /** Nothing was written: an event is larger than the log accepts. Events up to 512 KiB always fit; the limit is at most 1 MiB. */
  | { readonly ok: false; readonly reason: 'too-large' }
  /** Nothing was written: the disk is full, or the store is out of reach and the outcome is known. Retry later. */
  | {
      readonly ok: false;
      readonly reason: 'unavailable';
      /** A message for the operator. It is logged, and so must not contain anything of the events. */
      readonly detail: string;
      readonly cause?: 'disk-full';
    };

/** Thrown by all calls except `append` while the log is out of reach. Requests that need the log answer 503. The message is logged. */
export class EventLogUnavailable extends Error {
  override name = 'EventLogUnavailable';
}

/** Thrown when the file of the log, or an event in it, is damaged. The message says what to do. */
export class EventLogDamaged extends Error {
  override name = 'EventLogDamaged';
}

export type LogListener = {
  /**
   * Receives events in log order, in batches. It is called again only when the promise it returned (if any) has settled. In the
   * embedded log, a live batch arrives before the promise of its append resolves. It must not throw or reject: the listener would
   * have missed events, which the log treats as fatal for the process.
   */
  onEvents(events: readonly StoredEvent[]): void | Promise<void>;
  /** Called when all events that were in the log when the subscription began have been delivered; perhaps more than once. */
  onCaughtUp(): void;
};

/** `stop` ends the delivery at once. It resolves when the listener's last promise has settled, so that a listener must not await it. */
export type LogSubscription = { stop(): Promise<void> };

export type EventLog = {
  /** Appends all events to one log stream, or none. `events` is not empty. */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /**
   * At most `limit` events of one log stream, from revision `from` on (inclusive; by default the first or, backward, the last). Empty for a
   * log stream that does not exist or was completely truncated.
   */
  readStream(
    stream: string,
    options?: { direction?: 'forward' | 'backward'; from?: number; limit?: number },
  ): Promise<StoredEvent[]>;
  /**
   * All events after position `after`, in order, up to the tail at the time of the call. `prefixes` selects the log streams whose names
   * start with one of them (by default all). Throws if the log is closed during the read.
   */
  readAll(after: number, prefixes?: readonly string[]): AsyncIterable<StoredEvent>;
  /** Delivers all events after position `after`, then new ones as they are appended, each once and in order, until stopped. */
  subscribe(after: number, prefixes: readonly string[], listener: LogListener): LogSubscription;
  /**
   * Makes the events of `stream` below revision `before` (at most the newest + 1) unreadable. `readStream` no longer returns them from now
   * on, and `readAll` and subscriptions at the latest after the next scrub, which also removes their bytes. Idempotent.
   */
  truncate(stream: string, before: number): Promise<void>;
  /**
   * Removes the bytes of truncated events from the disk. Resolves when they are gone. On EventStoreDB it resolves when the scavenge was
   * requested.
   */
  scrub(): Promise<void>;
  /**
   * Calls `body` with the log as it is stored now, up to its tail. Throws, with the code ENOSPC, if a copy would fill the disk of `folder`.
   * Absent if the store keeps its files elsewhere and has tools of its own.
   */
  readonly copyInto?: (folder: string, body: (stored: StoredLog) => Promise<void>) => Promise<void>;
  /**
   * Runs `work` while nothing is written. Another process may open the log's file only then (`while-paused.ts`). Absent if the log is on a
   * server.
   */
  readonly pauseWrites?: (work: () => Promise<void>) => Promise<void>;
  /** Must be called when another process that was reading the log was killed. Absent if such a process leaves nothing behind. */
  readonly readerLost?: () => void;
  /** The position of the newest durable event, 0 when empty. */
  tail(): Promise<number>;
  /** Waits for appends in progress, stops subscriptions and releases the store. All later calls fail. */
  close(): Promise<void>;
};
