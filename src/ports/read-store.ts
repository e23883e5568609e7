/**
 * The read store: the documents of read models, each model with declared indexes. All models advance together, under one checkpoint. The
 * port is narrow on purpose: every query uses an index, and an adapter stays short. One contract suite (`test/contracts/read-store.ts`)
 * tests both adapters, LMDB and MongoDB.
 *
 * Documents are JSON values whose strings are well-formed Unicode.
 *
 * Keys are null, finite numbers and strings, in this order. Strings are ordered by their UTF-8 bytes. Strings longer than 200 bytes may be
 * ordered by their first 200 bytes alone, but are equal only to themselves. Entries with equal keys are ordered by the documents' ids.
 *
 * An index is a list of top-level fields, or of the words of such fields (`define/index-fields.ts`). At most one field may hold an array:
 * the index then has one entry for each distinct element, and none for an empty array. A document that lacks one of the fields has no
 * entry. Any other value in such a field is an error of the projection: no commit can write that document. A document whose JSON has more
 * than `documentLengthMax` characters cannot be written either.
 *
 * An index may be declared as postings, so that a store can keep it more compactly. Only the keys of postings can be read (`scanKeys`,
 * `count`), with a prefix of all fields but the last. The last field holds a whole number from 0 up, and no two documents have equal keys.
 */
import type { Indexes, ReadModel } from '../define/projection.ts';
import { limits } from '../vocabulary/limits.ts';
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
  /** The documents in the order of `ids`; undefined for a missing one. */
  getMany<D>(model: ReadModel<D>, ids: readonly string[]): Promise<(D | undefined)[]>;
  /**
   * Documents in the order of the index. Throws for postings. In an index over an array the prefix should name the element, or a
   * document may be returned more than once.
   */
  scan<D>(model: ReadModel<D>, index: string, range: Range): Promise<D[]>;
  /** The keys of index entries, in the order of the index, each with all fields. */
  scanKeys<D>(model: ReadModel<D>, index: string, range: Range): Promise<Key[][]>;
  /** The number of entries in a range, but at most `limit`. */
  count<D>(model: ReadModel<D>, index: string, range: Range): Promise<number>;
  /**
   * At most `limit` documents in the order of their keys, from the one after the key `after` on. A key is the id of the document. If the
   * store cannot use the id as it is, because it is long or has control characters, the key is a text that represents it.
   */
  everything<D>(model: ReadModel<D>, after: string | undefined, limit: number): Promise<Keyed<D>[]>;
};

export type Keyed<D> = { readonly key: string; readonly document: D };

export type Write =
  | { readonly model: string; readonly op: 'put'; readonly id: string; readonly document: object }
  | { readonly model: string; readonly op: 'remove'; readonly id: string };

/** The position up to which the read models have absorbed the log, and the version in which each model was built. */
export type Checkpoint = {
  readonly position: number;
  /** An id that changes whenever the read models are built from the first event on. Absent while there are none. */
  readonly build?: string;
  /** The newest events that were absorbed. If the log does not contain them, the read models belong to another log. */
  readonly landmarks?: readonly Landmark[];
  /** `behind`: realm id → the position of the event that this model could not absorb for that realm. */
  readonly models: Readonly<
    Record<string, { readonly version: number; readonly behind?: Readonly<Record<string, number>> }>
  >;
  /** Types of events that were skipped because this version does not know them. */
  readonly unknownTypes: readonly string[];
};

export const beforeEverything: Checkpoint = { position: 0, models: {}, unknownTypes: [] };

/** The right to write, held by one projector at a time. A lease granted to another holder has a greater token. */
export type Lease = { readonly token: number };

/** The part of a store that a projector uses. */
export type WrittenStore = Pick<ReadStore, 'checkpoint' | 'snapshot' | 'commit' | 'prepare'>;

/** A store that is built while another one is in use, under its lease, and then replaces it. Closing it removes it. */
export type ReplacementStore = WrittenStore & Pick<ReadStore, 'close'>;

export type ReadStore = {
  /** Declares the models. Called once, before anything else. Creates and fills what is missing, and drops models that are not named. */
  open(models: readonly { name: string; indexes: Indexes; postings?: readonly string[] | undefined }[]): Promise<void>;
  /** The checkpoint that was last committed. Undefined if there is none, or if the stored data cannot be trusted. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Runs `body` on one snapshot: the newest commit that has resolved, or a later one. The snapshot ends when `body` settles. */
  snapshot<T>(body: (view: ReadView) => Promise<T>): Promise<T>;
  /**
   * Grants the lease for `ttlMs` if nobody holds it, if its holder's time is over, or if `holder` holds it already. In the last case the
   * same lease is prolonged. Undefined while another holder has it. After a grant, `checkpoint()` includes what the last holder committed.
   */
  takeLease(holder: string, ttlMs: number): Promise<Lease | undefined>;
  /**
   * Writes everything together with the checkpoint, or nothing. Commits are made in the order of the calls, with at most one write for each
   * document. Throws LeaseLost if another holder was granted the lease since. If `checkpoint` is undefined, the checkpoint is unchanged;
   * that is for documents that are not read models. Throws DocumentRefused if a document can never be written; then nothing was written.
   */
  commit(writes: readonly Write[], checkpoint: Checkpoint | undefined, lease: Lease): Promise<void>;
  /**
   * Announces the array that the next `commit` will get, while another commit is under way, so that a store may do some of the work in
   * advance.
   */
  prepare?(writes: readonly Write[]): void;
  /** Removes all documents and the checkpoint. Throws LeaseLost if another holder was granted the lease since. */
  reset(lease: Lease): Promise<void>;
  /**
   * Opens an empty store for the same models, which later replaces this one. There is only one at a time: an earlier one is removed, even
   * that of a killed process.
   */
  openReplacement(lease: Lease): Promise<ReplacementStore>;
  /**
   * Replaces the documents and the checkpoint with those of the replacement, in one step, and closes the replacement. Open snapshots do
   * not change. Documents that are not read models are removed. Throws LeaseLost if another holder was granted the lease since.
   */
  exchange(lease: Lease): Promise<void>;
  /**
   * Calls the listener with the current checkpoint, and again whenever it has changed, whichever process committed it. Undefined means that
   * there is none. Intermediate checkpoints may be skipped. Returns a function that ends the subscription.
   */
  onCheckpoint(listener: (checkpoint: Checkpoint | undefined) => void): () => void;
  /** Removes the bytes of replaced and removed documents from the disk. */
  scrub(): Promise<void>;
  close(): Promise<void>;
};

/** A store in files of its own that can be copied. */
export type CopiedStore = ReadStore & {
  /**
   * Writes the newest commit into an empty folder, in the form of a closed store. A store that is opened there has the same documents. The
   * copy is on the disk when the promise resolves.
   */
  copyTo(folder: string): Promise<void>;
};

/** Thrown when the read store is out of reach. Requests that read it answer 503, and the projector tries again. */
export class ReadStoreUnavailable extends Error {
  override name = 'ReadStoreUnavailable';
}

/** Thrown when a file of the store turns out to be damaged. The next start builds the read models again, unless a rebuild does so before. */
export class ReadStoreDamaged extends Error {
  override name = 'ReadStoreDamaged';
  constructor(cause?: unknown) {
    super(
      'the file of the read models is damaged: a restart builds them again from the log, and so does `verbatim rebuild`',
      {
        cause,
      },
    );
  }
}

/** Thrown for a commit with a document that no store will ever accept. Repeating the commit is useless. */
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

/** The JSON of a document. Throws DocumentRefused if it is too long for a store. */
export function documentText(write: Extract<Write, { op: 'put' }>): string {
  const text = JSON.stringify(write.document);
  if (text.length > limits.documentLengthMax) throw new DocumentRefused(write, `it has ${text.length} characters`);
  return text;
}

/** Thrown when a lease is used after another one was granted. The checkpoint shows whether a commit in progress was made. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}
