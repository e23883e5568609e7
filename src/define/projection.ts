/**
 * A read model and how it follows from the log. One file of `projections/` each: document type, indexes, handlers, and the
 * questions that this model alone answers. Handlers are pure and synchronous; operations are absolute (put, remove), never
 * "+1", so that applying twice equals applying once and an erased event leaves no trace.
 */
import type { EventType, Recorded } from '../vocabulary/events/index.ts';

/** Index name → fields in order (see `ports/read-store.ts`). */
export type Indexes = Readonly<Record<string, readonly string[]>>;

/** The handle by which a document type is read: name and type travel together. */
export type ReadModel<D> = {
  readonly name: string;
  readonly indexes: Indexes;
  /** Names of indexes that are postings (see `ports/read-store.ts`). */
  readonly postings?: readonly string[] | undefined;
  readonly document?: D;
};

/** Postings are kept for their keys: whoever wants documents by them would get them from one store and not from the next. */
export const assertLeadsToDocuments = ({ name, postings }: ReadModel<unknown>, index: string): void => {
  if (postings?.includes(index)) throw new Error(`${name}.${index} holds postings: only its keys can be read`);
};

export type Operation<D> =
  | { readonly op: 'put'; readonly id: string; readonly document: D }
  | { readonly op: 'remove'; readonly id: string };

/** The documents of the own model that a handler asked for, as they stand before the event; pending writes included. */
export type Own<D> = {
  get(id: string): D | undefined;
  /** The documents of the declared range (only for handlers that declare one). */
  readonly ranged: readonly D[];
};

/** A declared read of a stretch of one's own index. It ends the batch, so keep it for rare events. */
export type DeclaredRange = {
  readonly index: string;
  readonly prefix: readonly (string | number | null)[];
  readonly from?: number;
};

export type Handler<D, T extends EventType> = {
  /** Ids of the own documents that `apply` looks at. */
  reads?(event: Recorded<T>): readonly string[];
  ranges?(event: Recorded<T>): readonly DeclaredRange[];
  apply(event: Recorded<T>, own: Own<D>): readonly Operation<D>[];
};

export type Projection<D> = ReadModel<D> & {
  /** Raise it when handlers or indexes change: the model is then built again from the log. */
  readonly version: number;
  readonly on: { readonly [T in EventType]?: Handler<D, T> };
};

export const defineProjection = <D>(projection: Projection<D>): Projection<D> => projection;
