/**
 * The event log: append-only, ordered, durable. Small on purpose: two adapters implement it (embedded LMDB, EventStoreDB)
 * and one contract suite (`test/contracts/event-log.ts`) holds both to it.
 *
 * A position is a safe integer below 2^43, rising along the log; 0 is "before everything"; differences mean nothing.
 * A revision counts the events of one log stream from 0, without holes, and survives truncation.
 * A log stream's name is 1 to 500 printable ASCII characters without spaces; another one is thrown.
 */

/** What is handed in. `data` and `metadata` must be JSON values: the adapter serializes
 * each once, when it is handed in. Any string survives, lone surrogates too. `id` is a UUID. */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
};

/** What comes back: exactly what was appended, and where it stands. */
export type StoredEvent = NewEvent & { readonly stream: string; readonly revision: number; readonly position: number };

/** `none`: the stream must not exist yet; a number: its newest revision must be this one. There is no "any". */
export type ExpectedRevision = 'none' | number;

export type AppendResult =
  /** Durable. `position` is that of the last event, `revision` too. A conflict whose standing events have the same ids is success. */
  | { readonly ok: true; readonly revision: number; readonly position: number }
  /** Nothing was written: the stream stands elsewhere. */
  | { readonly ok: false; readonly reason: 'conflict'; readonly actual: ExpectedRevision }
  /** Nothing was written: an event is larger than the log takes (more than 1 MiB; 512 KiB always fits). */
  | { readonly ok: false; readonly reason: 'too-large' }
  /** Nothing was written: the disk is full, or the store is out of reach and the outcome is known. Retry later. */
  | {
      readonly ok: false;
      readonly reason: 'unavailable';
      /** For the operator: it is logged, so nothing of the events may stand in it. */
      readonly detail: string;
      readonly cause?: 'disk-full';
    };

/**
 * Thrown by whatever else is asked of a log that is out of reach: requests that need it answer 503, and go on when it is back. Its
 * message is logged.
 */
export class EventLogUnavailable extends Error {
  override name = 'EventLogUnavailable';
}

export type LogListener = {
  /**
   * Events in log order, in batches. Called again only when the returned promise (if any) has settled. In the embedded
   * log, live batches arrive before the append's own promise resolves. It must neither throw nor reject: it would have
   * missed events, and the log treats that as fatal for the process.
   */
  onEvents(events: readonly StoredEvent[]): void | Promise<void>;
  /** Everything that stood in the log when the subscription began has been handed over; may come more than once. */
  onCaughtUp(): void;
};

/** Nothing is handed over once `stop` was called; it resolves when the listener's last promise has (so never await it within one). */
export type LogSubscription = { stop(): Promise<void> };

export type EventLog = {
  /** Appends all events or none, at once, to one stream. `events` is never empty. */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /** Events of one stream, at most `limit`, from `from` (inclusive; default the first or, backward, the last). Missing or fully truncated: empty. */
  readStream(
    stream: string,
    options?: { direction?: 'forward' | 'backward'; from?: number; limit?: number },
  ): Promise<StoredEvent[]>;
  /** Every event after `after`, in order, up to the tail at the time of the call (it fails if the log is closed before); only streams whose name starts with one of `prefixes` (none given: all). */
  readAll(after: number, prefixes?: readonly string[]): AsyncIterable<StoredEvent>;
  /** Every event after `after`, then live ones, without gap or repeat, until stopped. */
  subscribe(after: number, prefixes: readonly string[], listener: LogListener): LogSubscription;
  /**
   * Makes the events of `stream` below revision `before` (at most the newest + 1) unreadable: for readStream at once, for
   * readAll and subscriptions at the latest after a scrub, which also takes their bytes. Idempotent.
   */
  truncate(stream: string, before: number): Promise<void>;
  /** Removes the bytes of truncated events from the disk; resolves when they are gone (EventStoreDB: when the scavenge is asked for). */
  scrub(): Promise<void>;
  /** The position of the newest durable event, 0 when empty. */
  tail(): Promise<number>;
  /** Finishes the appends in flight, stops subscriptions, releases the store. Whatever is asked afterwards fails. */
  close(): Promise<void>;
};
