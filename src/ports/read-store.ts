/**
 * The read store: documents of read models, each model with declared indexes, all advancing under one checkpoint.
 * Deliberately narrow, so that no query is ever unindexed and both adapters stay short.
 *
 * Keys order as: null < finite numbers < strings (by their UTF-8 bytes; long ones perhaps by their first 200 alone, and
 * equal only to themselves). Entries with equal keys order by the documents' ids. An index is a list of top-level field
 * names, or of the words of such (`define/index-fields.ts`); at most one of them may hold an array (multikey: one entry for each
 * distinct element, none for an empty array).
 * A document lacking one of an index's fields (undefined) has no entry in it. Any other value in such a field is an error
 * of the projection: the commit throws and writes nothing. Documents are JSON values; their strings are well-formed.
 *
 * An index may be named as postings, for a store that can keep such more compactly: of these, keys alone are read (`scanKeys`,
 * `count`), with a prefix of all fields but the last. The last holds a whole number from 0 up, and no two documents have equal keys.
 */
import type { Indexes, ReadModel } from '../define/projection.ts';

export type Key = string | number | null;

/** A stretch of an index: entries that begin with `prefix`; `from`/`to` bound the next key (both inclusive). */
export type Range = {
  readonly prefix: readonly Key[];
  readonly from?: Key;
  readonly to?: Key;
  readonly reverse?: boolean;
  readonly limit: number;
};

/** One moment of all read models. */
export type ReadView = {
  readonly checkpoint: Checkpoint;
  get<D>(model: ReadModel<D>, id: string): Promise<D | undefined>;
  /** In the order of `ids`, undefined where there is none. */
  getMany<D>(model: ReadModel<D>, ids: readonly string[]): Promise<(D | undefined)[]>;
  /**
   * Documents in index order; throws for postings. In a multikey index the prefix names the element: else a document may come more
   * than once.
   */
  scan<D>(model: ReadModel<D>, index: string, range: Range): Promise<D[]>;
  /** Index entries without their documents: the key's fields, in index order. */
  scanKeys<D>(model: ReadModel<D>, index: string, range: Range): Promise<Key[][]>;
  /** How many entries a range has, counting no further than `limit`. */
  count<D>(model: ReadModel<D>, index: string, range: Range): Promise<number>;
};

export type Write =
  | { readonly model: string; readonly op: 'put'; readonly id: string; readonly document: object }
  | { readonly model: string; readonly op: 'remove'; readonly id: string };

/** Up to where the read models have absorbed the log, and in which version each was built. */
export type Checkpoint = {
  readonly position: number;
  /** `behind`: realm id → the position of the event that this model could not absorb for that realm. */
  readonly models: Readonly<
    Record<string, { readonly version: number; readonly behind?: Readonly<Record<string, number>> }>
  >;
  /** Types of events that were skipped because this version does not know them. */
  readonly unknownTypes: readonly string[];
};

/** The right to write, held by one projector at a time. Each that is granted to another holder has a greater token. */
export type Lease = { readonly token: number };

export type ReadStore = {
  /** The models it keeps; called once, before anything else. Creates what is missing, drops models not named. */
  open(models: readonly { name: string; indexes: Indexes; postings?: readonly string[] | undefined }[]): Promise<void>;
  /** What was last committed; undefined when nothing ever was, or when what is there cannot be trusted any more. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Runs `body` on one consistent moment, however long it takes: the newest commit that has resolved, or a later one. */
  snapshot<T>(body: (view: ReadView) => Promise<T>): Promise<T>;
  /**
   * Granted for `ttlMs` when nobody has it, when the time of whoever had it is over, or when `holder` has it already (then it
   * is the same lease, for longer); undefined while another has it. What the last holder committed stands in `checkpoint()`.
   */
  takeLease(holder: string, ttlMs: number): Promise<Lease | undefined>;
  /**
   * All writes and the checkpoint, or nothing, in the order of the calls. At most one write a document. Throws LeaseLost when
   * another has the right by now. Without a checkpoint, the one that stands stays, or none: for what is kept beside the read models.
   */
  commit(writes: readonly Write[], checkpoint: Checkpoint | undefined, lease: Lease): Promise<void>;
  /** Empties every model and forgets the checkpoint. Throws LeaseLost when another has the right by now. */
  reset(lease: Lease): Promise<void>;
  /**
   * Tells of the checkpoint that stands, and then soon after it has become another, by whoever's commit; undefined when there
   * is none (any more). Only the newest is certain to be told. What it returns ends it.
   */
  onCheckpoint(listener: (checkpoint: Checkpoint | undefined) => void): () => void;
  /** Removes the bytes of replaced and removed documents from the disk. */
  scrub(): Promise<void>;
  close(): Promise<void>;
};

/** Thrown by a read store that is out of reach: reads answer 503, projections try again. */
export class ReadStoreUnavailable extends Error {
  override name = 'ReadStoreUnavailable';
}

/** Thrown when a lease is used after another was granted. Whether what was under way is in the store, its checkpoint tells. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}
