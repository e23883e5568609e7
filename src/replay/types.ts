/** The types of `verbatim/replay`. They import nothing, so that a program can be compiled against them alone. */

/** An event as a replay shows it, with its data in the current shape. */
export type ReplayEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: {
    /** The user who acted; null for the service itself. */
    readonly actor: number | null;
    /** UTC milliseconds. */
    readonly at: number;
    readonly client: string;
    readonly requestId: string;
    readonly causedBy?: string | undefined;
    readonly decidedOn?: string | undefined;
  };
  /** The event's log stream, such as `message-1.42`. */
  readonly stream: string;
  readonly realmId: number;
  readonly revision: number;
  /** In an export, the number of the event, from 1. */
  readonly position: number;
};

/** A document of a read model before and after an event. Undefined if there was, or is, none. */
export type DocumentChange = {
  readonly model: string;
  readonly id: string;
  readonly before: object | undefined;
  readonly after: object | undefined;
};

/** A client event because of an event, with all fields that any client may ask for, and its recipients. */
export type ToldEvent = { readonly type: string; readonly scope: { readonly kind: string }; readonly body: object };

/** The changes that one event made. */
export type ReplayStep = {
  readonly event: ReplayEvent;
  readonly changes: readonly DocumentChange[];
  readonly clientEvents: readonly ToldEvent[];
};

export type ReplayOptions = {
  /** A file made by `verbatim export`. */
  readonly export: string;
  /** The subdomain of one organization. Absent: all organizations in the file. */
  readonly realm?: string | undefined;
  /** The moment after which steps begin: ISO 8601, `position:N` or an event id. Absent: before the first event. */
  readonly from?: string | undefined;
  /** The moment at which the replay ends. Absent: the end of the file. */
  readonly until?: string | undefined;
};

/** The last event before a moment ends. */
export type ReplayEnd = { readonly position: number; readonly id: string; readonly at: number };

/** Read models at one moment, which can advance. Nothing in it can write to a log, call another server or send anything. */
export type Replay = {
  /** The event after which steps begin. Undefined without `from`. */
  readonly begin: ReplayEnd | undefined;
  readonly end: ReplayEnd;
  /** The position of the newest folded event; 0 at first. */
  readonly position: number;
  /** The names of the read models. */
  readonly models: readonly string[];
  /** Folds everything up to a position, or to the end. */
  advance(to?: number): Promise<void>;
  /** Folds one event. Undefined at the end. */
  step(): Promise<ReplayStep | undefined>;
  document(model: string, id: string): Promise<object | undefined>;
  /** All documents of a model, in the order of their keys. */
  documents(model: string): AsyncIterable<{ readonly key: string; readonly document: object }>;
  /** The number of documents of each model, and a SHA-256 of them. */
  digests(): Promise<Readonly<Record<string, { readonly count: number; readonly sha256: string }>>>;
  /** Removes the read models from the disk. */
  close(): Promise<void>;
};
