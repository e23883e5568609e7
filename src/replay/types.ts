/** The types of `verbatim/replay`. They stand alone, so that a program needs nothing else of this package to be compiled against them. */

/** An event as a replay shows it: with the data in today's shape. */
export type ReplayEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: {
    /** The user who acted; null: the service itself. */
    readonly actor: number | null;
    /** UTC milliseconds. */
    readonly at: number;
    readonly client: string;
    readonly requestId: string;
    readonly causedBy?: string | undefined;
    readonly decidedOn?: string | undefined;
  };
  /** Its log stream, such as `message-1.42`. */
  readonly stream: string;
  readonly realmId: number;
  readonly revision: number;
  /** In an export: its number, from 1. */
  readonly position: number;
};

/** A document before and after an event; undefined: there was, or is, none. */
export type DocumentChange = {
  readonly model: string;
  readonly id: string;
  readonly before: object | undefined;
  readonly after: object | undefined;
};

/** What clients are told because of an event, with everything that any of them may ask for, and who is told. */
export type ToldEvent = { readonly type: string; readonly scope: { readonly kind: string }; readonly body: object };

/** What one event did. */
export type ReplayStep = {
  readonly event: ReplayEvent;
  readonly changes: readonly DocumentChange[];
  readonly clientEvents: readonly ToldEvent[];
};

export type ReplayOptions = {
  /** A file made by `verbatim export`. */
  readonly export: string;
  /** The subdomain of one organization. Absent: all that are in the file. */
  readonly realm?: string | undefined;
  /** The moment after which steps begin: ISO 8601, `position:N` or an event id. Absent: before the first event. */
  readonly from?: string | undefined;
  /** The moment at which the replay ends. Absent: the end of the file. */
  readonly until?: string | undefined;
};

/** The last event before a moment ends. */
export type ReplayEnd = { readonly position: number; readonly id: string; readonly at: number };

/** Read models at one moment, which can go forward. Nothing of it can write to a log, call out or send. */
export type Replay = {
  /** The event after which steps begin; undefined without `from`. */
  readonly begin: ReplayEnd | undefined;
  readonly end: ReplayEnd;
  /** The position of the newest event that was folded; 0 at first. */
  readonly position: number;
  /** The names of the read models. */
  readonly models: readonly string[];
  /** Folds everything up to a position, or to the end. */
  advance(to?: number): Promise<void>;
  /** Folds one event; undefined at the end. */
  step(): Promise<ReplayStep | undefined>;
  document(model: string, id: string): Promise<object | undefined>;
  /** All documents of a model, in the order of their keys. */
  documents(model: string): AsyncIterable<{ readonly key: string; readonly document: object }>;
  /** How many documents each model has, and a SHA-256 of them. */
  digests(): Promise<Readonly<Record<string, { readonly count: number; readonly sha256: string }>>>;
  /** Removes the read models from the disk. */
  close(): Promise<void>;
};
