/** The models and helpers of the read store's contract. */
import type { ReadModel } from '../../../src/define/projection.ts';
import type { Checkpoint, Lease, ReadStore, ReadView, Write } from '../../../src/ports/read-store.ts';

export type OpenedStore = {
  /** Not yet opened with models. */
  readonly store: ReadStore;
  /** Closes the store and opens it again on the same data, without models. */
  reopen(): Promise<ReadStore>;
  dispose(): Promise<void>;
};

/** The store of the running test, opened with `models`. */
export type Subject = { store: ReadStore; reopen(models?: readonly ReadModel<unknown>[]): Promise<ReadStore> };

export type Note = {
  readonly realm?: number | null;
  readonly title?: string | number | null;
  readonly rank?: number;
  readonly tags?: readonly (string | number)[];
  readonly body?: unknown;
};

export const notes: ReadModel<Note> = {
  name: 'notes',
  indexes: {
    byTitle: ['realm', 'title'],
    byRank: ['rank'],
    byTag: ['tags', 'rank'],
    byRealmAndTag: ['realm', 'tags'],
    byWordOfTitle: ['words(title,body)', 'rank'],
  },
};

export const counters: ReadModel<{ readonly count: number }> = { name: 'counters', indexes: { byCount: ['count'] } };

/** Each letter has a number of its own. */
export type Letter = {
  readonly box?: number | null;
  readonly words?: readonly (string | number | null)[];
  readonly sender?: string;
  readonly text?: string;
  readonly number: number;
};

export const letters: ReadModel<Letter> = {
  name: 'letters',
  indexes: {
    byNumber: ['number'],
    byWord: ['box', 'words', 'number'],
    bySender: ['sender', 'number'],
    byText: ['words(sender,text)', 'number'],
  },
  postings: ['byWord', 'bySender', 'byText'],
};

export const models = [notes, counters, letters];

export const checkpointAt = (position: number): Checkpoint => ({
  position,
  models: { notes: { version: 1 }, counters: { version: 2, behind: { '7': 3 } } },
  unknownTypes: ['SomethingLater'],
});

export const putNote = (id: string, document: Note): Write => ({ model: 'notes', op: 'put', id, document });
export const removeNote = (id: string): Write => ({ model: 'notes', op: 'remove', id });
export const putCounter = (id: string, count: number): Write => ({
  model: 'counters',
  op: 'put',
  id,
  document: { count },
});

/** More documents than any store fills an index with, or scrubs, at once. */
export const moreThanABatch = 1_100;

const leases = new WeakMap<ReadStore, Promise<Lease>>();

/** The lease with which a test writes, unless the test is about leases. */
export const leaseOf = (store: ReadStore): Promise<Lease> => {
  const taken =
    leases.get(store) ??
    store.takeLease('contract', 600_000).then((lease) => {
      if (lease === undefined) throw new Error('somebody else holds the lease of a store under test');
      return lease;
    });
  leases.set(store, taken);
  return taken;
};

export const commitTo = async (
  store: ReadStore,
  writes: readonly Write[],
  checkpoint: Checkpoint | undefined,
): Promise<void> => store.commit(writes, checkpoint, await leaseOf(store));

export const emptied = async (store: ReadStore): Promise<void> => store.reset(await leaseOf(store));

/** The documents with a prefix, in the order of the index. */
export const found = (
  view: ReadView,
  index: string,
  range: Partial<Parameters<ReadView['scan']>[2]> = {},
): Promise<Note[]> => view.scan(notes, index, { prefix: [], limit: 1000, ...range });

export const leaseFor = async (store: ReadStore, holder: string, ttlMs = 600_000): Promise<Lease> => {
  for (;;) {
    const lease = await store.takeLease(holder, ttlMs);
    if (lease) return lease;
    await nextTurn();
  }
};

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Commits batches one after the other; the checkpoints count up from 1. While one is committed, the next one is prepared. */
export const commitAll = async (store: ReadStore, batches: readonly (readonly Write[])[]): Promise<void> => {
  const lease = await leaseOf(store);
  for (const [index, batch] of batches.entries()) {
    const committed = store.commit(batch, checkpointAt(index + 1), lease);
    await nextTurn();
    store.prepare?.(batches[index + 1] ?? []);
    await committed;
  }
};
