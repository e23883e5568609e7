/** A transaction: the time as of which it reads, and its writes, which no other reader sees before the commit. */
import type { Document } from 'mongodb';
import { withResolvers } from '../../support/with-resolvers.ts';
import type { Collection } from './collection.ts';

export class Transaction {
  readonly number: number;
  readonly readsAt: number;
  readonly writes = new Map<Collection, Map<string, Document | undefined>>();
  state: 'open' | 'committed' | 'aborted' = 'open';
  /** Resolves when it has been committed or aborted. */
  readonly ended: Promise<void>;
  readonly #end: () => void;

  constructor(number: number, readsAt: number) {
    this.number = number;
    this.readsAt = readsAt;
    ({ promise: this.ended, resolve: this.#end } = withResolvers());
  }

  write(collection: Collection, id: string, document: Document | undefined): void {
    const own = this.writes.get(collection) ?? new Map<string, Document | undefined>();
    own.set(id, document);
    this.writes.set(collection, own);
    collection.locks.set(id, this);
  }

  end(state: 'committed' | 'aborted'): void {
    if (this.state !== 'open') return;
    this.state = state;
    for (const [collection, own] of this.writes) for (const id of own.keys()) collection.locks.delete(id);
    this.#end();
  }
}
