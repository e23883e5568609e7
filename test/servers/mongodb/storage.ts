/** All databases of a server, their clock, and the log of commits that change streams read. */
import { EventEmitter } from 'node:events';
import type { Document } from 'mongodb';
import { Collection, idKey } from './collection.ts';
import { badValue, Failure, writeConflict } from './failure.ts';
import type { Transaction } from './transaction.ts';

export type Change = {
  readonly at: number;
  readonly type: 'insert' | 'update' | 'delete' | 'drop';
  readonly collection: string;
  readonly id?: unknown;
};

/** The number of past times as of which readers can still read. */
const historyMoments = 10_000;
const changesMax = 10_000;

export class Storage {
  readonly collections = new Map<string, Collection>();
  readonly changes: Change[] = [];
  /** Emits `change` after a commit. */
  readonly events = new EventEmitter().setMaxListeners(0);
  readonly #open = new Set<Transaction>();
  #dropped: readonly { readonly at: number; readonly collection: Collection }[] = [];
  now = 1;

  get oldest(): number {
    return Math.min(Math.max(0, this.now - historyMoments), ...[...this.#open].map(({ readsAt }) => readsAt));
  }

  /** The collection. The first write creates it, as on a server. */
  collection(name: string): Collection {
    return this.collections.get(name) ?? this.create(name);
  }

  create(name: string): Collection {
    if (this.collections.has(name)) throw new Failure(48, 'NamespaceExists', `the collection ${name} exists already`);
    this.now += 1;
    const made = new Collection(name, this.now);
    this.collections.set(name, made);
    return made;
  }

  drop(name: string): void {
    const gone = this.collections.get(name);
    if (!gone) throw new Failure(26, 'NamespaceNotFound', `ns not found: ${name}`);
    this.now += 1;
    this.collections.delete(name);
    this.#dropped = [...this.#dropped, { at: this.now, collection: gone }].filter(({ at }) => at > this.oldest);
    this.#notify([{ at: this.now, type: 'drop', collection: name }]);
  }

  opened(transaction: Transaction): void {
    this.#open.add(transaction);
    void transaction.ended.then(() => this.#open.delete(transaction));
  }

  /**
   * Writes a document. In a transaction it writes at once or throws a write conflict. Outside, it waits for the transaction that has
   * written the document, unless `change` has nothing to do for the committed document. `change` is called again after the wait.
   */
  async write(
    collection: Collection,
    id: unknown,
    change: (existing: Document | undefined) => Document | undefined | 'nothing',
    transaction: Transaction | undefined,
  ): Promise<void> {
    const key = idKey(id);
    if (transaction) {
      const existing = this.read(collection, key, transaction.readsAt, transaction);
      const next = change(existing);
      if (next === 'nothing') return;
      const locked = collection.locks.get(key);
      const newest = collection.newest(key);
      if ((locked && locked !== transaction) || (newest?.at ?? 0) > transaction.readsAt) throw writeConflict();
      transaction.write(collection, key, next);
      return;
    }
    for (;;) {
      const next = change(collection.newest(key)?.document);
      if (next === 'nothing') return;
      const lock = collection.locks.get(key);
      if (lock === undefined) return this.#apply([{ collection, id: key, document: next }]);
      await lock.ended;
    }
  }

  read(collection: Collection, key: string, at: number, transaction: Transaction | undefined): Document | undefined {
    const own = transaction?.writes.get(collection);
    return own?.has(key) ? own.get(key) : collection.version(key, at)?.document;
  }

  commit(transaction: Transaction): void {
    const writes = [...transaction.writes].flatMap(([collection, own]) =>
      [...own].map(([id, document]) => ({ collection, id, document })),
    );
    const dropped = writes.some(({ collection }) => this.collections.get(collection.name) !== collection);
    transaction.end(dropped ? 'aborted' : 'committed');
    if (dropped) throw writeConflict();
    if (writes.length > 0) this.#apply(writes);
  }

  #apply(writes: readonly { collection: Collection; id: string; document: Document | undefined }[]): void {
    const at = this.now + 1;
    const changes: Change[] = [];
    for (const { collection, id, document } of writes) {
      const before = collection.newest(id)?.document;
      if (!document && !before) continue;
      const type = document ? (before ? 'update' : 'insert') : 'delete';
      changes.push({ at, type, collection: collection.name, id: (document ?? before)?._id });
      collection.put(id, document, at, this.oldest);
    }
    this.now = at;
    this.#notify(changes);
  }

  #notify(changes: readonly Change[]): void {
    this.changes.push(...changes);
    this.changes.splice(0, this.changes.length - changesMax);
    this.events.emit('change');
  }

  /** The collection for readers at a time; undefined if it did not exist. */
  readable(name: string, at: number): Collection | undefined {
    if (at < this.oldest) throw new Failure(239, 'SnapshotTooOld', 'the moment is not kept any more');
    if (at > this.now) throw badValue('the moment has not come yet');
    // From 7.0 on a snapshot read sees collections that were dropped later.
    const since = this.#dropped.find(({ at: droppedAt, collection }) => collection.name === name && droppedAt > at);
    return since?.collection ?? this.collections.get(name);
  }
}
