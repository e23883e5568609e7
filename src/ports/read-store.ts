/**
 * The read store: the documents of read models, each model with declared indexes. All models advance together, under one checkpoint.
 * The port is narrow on purpose: every query uses an index, and an adapter stays short. One contract suite
 * (`test/contracts/read-store.ts`) holds both adapters, LMDB and MongoDB, to it.
 *
 * Documents are JSON values whose strings are well-formed Unicode.
 *
 * Keys are null, finite numbers and strings, in this order; strings are ordered by their UTF-8 bytes. Strings longer than 200 bytes may be
 * ordered by their first 200 bytes alone, but are equal only to themselves. Entries with equal keys are ordered by the documents' ids.
 *
 * An index is a list of top-level fields, or of the words of such fields (`define/index-fields.ts`). At most one field may hold an array:
 * the index then has one entry for each distinct element, and none for an empty array. A document that lacks one of the fields
 * has no entry. Any other value in such a field is an error of the projection: no commit can write that document. Nor can it write one
 * whose JSON has more than `documentLengthMax` characters.
 *
 * An index may be declared as postings, so that a store can keep it more compactly. Only the keys of postings can be read
 * (`scanKeys`, `count`), with a prefix of all fields but the last. The last field holds a whole number from 0 up, and no two
 * documents have equal keys.
 */
import type { Indexes, ReadModel } from '../define/projection.ts';
import { documentLengthMax } from '../vocabulary/limits.ts';
import type { Landmark } from './event-log.ts';

export type Key = string | number | null;

/** A range of an index: the entries that begin with `prefix`; `from` and `to` bound the next key, both inclusive. */
export type Range = {
  readonly prefix: readonly Key[];
  readonly from?: Key;
  readonly to?: Key;
  readonly reverse?: boolean;
  readonly limit: number;
};

/** A consistent snapshot of all read models. */
export type ReadView = {
  readonly checkpoint: Checkpoint;
  get<D>(model: ReadModel<D>, id: string): Promise<D | undefined>;
  /** The documents in the order of `ids`; undefined where there is none. */
  getMany<D>(model: ReadModel<D>, ids: readonly string[]): Promise<(D | undefined)[]>;
  /**
   * Documents in the order of the index. Throws for postings. In an index over an array the prefix should name the element, or a
   * document may be returned more than once.
   */
  scan<D>(model: ReadModel<D>, index: string, range: Range): Promise<D[]>;
  /** The keys of index entries, in the order of the index, each with all fields. */
  scanKeys<D>(model: ReadModel<D>, index: string, range: Range): Promise<Key[][]>;
  /** How many entries a range has, `limit` at most. */
  count<D>(model: ReadModel<D>, index: string, range: Range): Promise<number>;
  /**
   * All documents in the order of their keys, `limit` at most, from the one after the key `after` on. A key is the id of the document,
   * or, where the store cannot take that as it is (long, or with control characters), a text that stands for it.
   */
  everything<D>(model: ReadModel<D>, after: string | undefined, limit: number): Promise<Keyed<D>[]>;
};

/** A document with its key in the store. */
export type Keyed<D> = { readonly key: string; readonly document: D };

export type Write =
  | { readonly model: string; readonly op: 'put'; readonly id: string; readonly document: object }
  | { readonly model: string; readonly op: 'remove'; readonly id: string };

/** Up to which position the read models have absorbed the log, and the version in which each was built. */
export type Checkpoint = {
  readonly position: number;
  /** Named anew whenever the read models are built from the first event on. Absent in those that an earlier version built. */
  readonly build?: string;
  /** The newest events that were absorbed: where the log does not hold them, the read models are of another log. */
  readonly landmarks?: readonly Landmark[];
  /** `behind`: realm id → the position of the event that this model could not absorb for that realm. */
  readonly models: Readonly<
    Record<string, { readonly version: number; readonly behind?: Readonly<Record<string, number>> }>
  >;
  /** Types of events that were skipped because this version does not know them. */
  readonly unknownTypes: readonly string[];
};

/** The right to write, held by one projector at a time. A lease granted to another holder has a greater token. */
export type Lease = { readonly token: number };

/** What a projector does with a store. */
export type WrittenStore = Pick<ReadStore, 'checkpoint' | 'snapshot' | 'commit' | 'prepare'>;

/** A store that is built beside the one in use, under its lease. Closing it removes it. */
export type BesideStore = WrittenStore & Pick<ReadStore, 'close'>;

export type ReadStore = {
  /** Declares the models; called once, before anything else. Creates and fills what is missing, drops models that are not named. */
  open(models: readonly { name: string; indexes: Indexes; postings?: readonly string[] | undefined }[]): Promise<void>;
  /** The checkpoint last committed; undefined when there was none, or when what is stored cannot be trusted. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Runs `body` on one snapshot: the newest commit that has resolved, or a later one. The snapshot ends when `body` settles. */
  snapshot<T>(body: (view: ReadView) => Promise<T>): Promise<T>;
  /**
   * Grants the lease for `ttlMs` when nobody holds it, when the time of its holder is over, or when `holder` holds it already (then it
   * is the same lease, prolonged). Undefined while another holds it. `checkpoint()` then shows what the last holder committed.
   */
  takeLease(holder: string, ttlMs: number): Promise<Lease | undefined>;
  /**
   * Writes everything and the checkpoint, or nothing; commits are made in the order of the calls. At most one write for each document.
   * Throws LeaseLost when another holder was granted the lease since. `checkpoint` undefined leaves the checkpoint as it is: for
   * documents that are not read models. Throws DocumentRefused where a document can never be written; it has written nothing then.
   */
  commit(writes: readonly Write[], checkpoint: Checkpoint | undefined, lease: Lease): Promise<void>;
  /** Tells what `commit` will be called with next, the same array, while something is being committed: a store may do some of the work already. */
  prepare?(writes: readonly Write[]): void;
  /** Removes all documents and the checkpoint. Throws LeaseLost when another holder was granted the lease since. */
  reset(lease: Lease): Promise<void>;
  /**
   * Opens an empty store for the same models beside this one, which goes on as it is. There is one at a time: an earlier one, also of a
   * process that was killed, is removed.
   */
  beside(lease: Lease): Promise<BesideStore>;
  /**
   * Puts the documents and the checkpoint of the store beside this one in the place of its own, in one step, and closes that store.
   * Snapshots that are open stay as they are. Documents that are not read models are gone. Throws LeaseLost when another holder was
   * granted the lease since.
   */
  exchange(lease: Lease): Promise<void>;
  /**
   * Calls the listener with the current checkpoint, and again whenever it has changed, whichever process committed it; undefined:
   * there is none. Intermediate checkpoints may be skipped. Returns a function that ends the subscription.
   */
  onCheckpoint(listener: (checkpoint: Checkpoint | undefined) => void): () => void;
  /** Removes the bytes of replaced and removed documents from the disk. */
  scrub(): Promise<void>;
  close(): Promise<void>;
};

/** A store in files of its own, of which copies can be made. */
export type CopiedStore = ReadStore & {
  /**
   * Writes the newest commit into an empty folder, as a store that was closed: whoever opens it there has the same documents. It is on the disk
   * when the promise resolves.
   */
  copyTo(folder: string): Promise<void>;
};

/** Thrown when the read store is out of reach: requests that read it answer 503, the projector tries again. */
export class ReadStoreUnavailable extends Error {
  override name = 'ReadStoreUnavailable';
}

/** Thrown for a commit with a document that no store will ever take. To repeat the commit is useless. */
export class DocumentRefused extends Error {
  override name = 'DocumentRefused';
  readonly model: string;
  readonly id: string;
  readonly reason: string;
  constructor({ model, id }: Pick<Write, 'model' | 'id'>, reason: string) {
    super(`${model} cannot hold the document ${id}: ${reason}`);
    this.model = model;
    this.id = id;
    this.reason = reason;
  }
}

/** The JSON of a document. Throws DocumentRefused where it is too long for a store. */
export function documentText(write: Extract<Write, { op: 'put' }>): string {
  const text = JSON.stringify(write.document);
  if (text.length > documentLengthMax) throw new DocumentRefused(write, `it has ${text.length} characters`);
  return text;
}

/** Thrown when a lease is used after another was granted. The checkpoint tells whether a commit in progress was made. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}
