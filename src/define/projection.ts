/**
 * A read model and how it follows from the log. Each has a file in `projections/`: the document type, indexes and handlers. Handlers are
 * pure and synchronous. Operations are absolute (put, remove) and never increments. So applying an event twice equals applying it once, and
 * an erased event leaves no trace.
 */
import type { EventType, Recorded } from '../vocabulary/events/index.ts';

/** Maps the name of an index to its fields in order (see `src/ports/read-store.ts`). */
export type Indexes = Readonly<Record<string, readonly string[]>>;

/** The name of a read model together with the type of its documents. Queries use it to read documents. */
export type ReadModel<D> = {
  readonly name: string;
  readonly indexes: Indexes;
  /** Names of the indexes that are postings (see `src/ports/read-store.ts`). */
  readonly postings?: readonly string[] | undefined;
  readonly document?: D;
};

/** Throws if the index holds postings. Only the keys of postings can be read, because not every store can find documents by them. */
export const assertLeadsToDocuments = ({ name, postings }: ReadModel<unknown>, index: string): void => {
  if (postings?.includes(index)) throw new Error(`${name}.${index} holds postings: only its keys can be read`);
};

export type Operation<D> =
  | { readonly op: 'put'; readonly id: string; readonly document: D }
  | { readonly op: 'remove'; readonly id: string };

/** The documents of its own read model that a handler requested, as they were right before the event. */
export type Own<D> = {
  get(id: string): D | undefined;
  /** The documents in the declared ranges. */
  readonly ranged: readonly D[];
};

/** A range of an index of the same read model that a handler reads. It ends the batch, so use it for rare events only. */
type DeclaredRange = {
  readonly index: string;
  readonly prefix: readonly (string | number | null)[];
  readonly from?: number;
  readonly to?: number;
};

export type Handler<D, T extends EventType> = {
  /** Ids of the documents that `apply` reads. */
  reads?(event: Recorded<T>): readonly string[];
  ranges?(event: Recorded<T>): readonly DeclaredRange[];
  /** A generator if one event may change very many documents. Then the batch yields to the event loop between two operations. */
  apply(event: Recorded<T>, own: Own<D>): Iterable<Operation<D>>;
};

export type Projection<D> = ReadModel<D> & {
  /** Must be incremented when handlers or indexes change. The read model is then rebuilt from the log. */
  readonly version: number;
  readonly on: { readonly [T in EventType]?: Handler<D, T> };
};

/**
 * Handlers of events that each change one document. `documentId`: the id of that document. If there is no such document, nothing changes,
 * or `begin` makes it first.
 */
export const changesOf =
  <D, E extends EventType>(documentId: (event: Recorded<E>) => string, begin?: (event: Recorded<E>) => D) =>
  <T extends E>(change: (event: Recorded<T>, before: D) => Partial<D>): Handler<D, T> => ({
    reads: (event) => [documentId(event)],
    apply(event, own) {
      const id = documentId(event);
      const before = own.get(id) ?? begin?.(event);
      return before ? [{ op: 'put', id, document: { ...before, ...change(event, before) } }] : [];
    },
  });

/** The handler of an event that puts one document. */
export const puts = <D, T extends EventType>(
  entryOf: (event: Recorded<T>) => readonly [id: string, document: D],
): Handler<D, T> => ({
  apply(event) {
    const [id, document] = entryOf(event);
    return [{ op: 'put', id, document }];
  },
});

/** The handler of an event that removes one document. */
export const removes = <D, T extends EventType>(documentId: (event: Recorded<T>) => string): Handler<D, T> => ({
  apply: (event) => [{ op: 'remove', id: documentId(event) }],
});

export const defineProjection = <D>(projection: Projection<D>): Projection<D> => projection;
