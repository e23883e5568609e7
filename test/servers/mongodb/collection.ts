/**
 * A collection: all versions of each document, newest last, and the sorted entries of all versions for each index. A reader at a time
 * sees the newest version that is not later.
 */
import type { Document } from 'mongodb';
import { compare } from './comparing.ts';
import { badValue, Failure } from './failure.ts';
import { matcher } from './matching.ts';
import type { Transaction } from './transaction.ts';

export type Version = { readonly at: number; readonly document: Document | undefined };
export type Entry = { readonly key: readonly unknown[]; readonly id: string; readonly version: Version };
export type Index = {
  readonly name: string;
  readonly fields: readonly string[];
  readonly partial: Document | undefined;
  readonly isIndexed: (document: Document) => boolean;
  readonly madeAt: number;
  readonly entries: Entry[];
  /** The fields that have ever held an array. */
  readonly multikey: Set<string>;
};

/** A map key for an id: ids are strings; other values are compared by their JSON. */
export const idKey = (id: unknown): string => (typeof id === 'string' ? `s${id}` : `j${JSON.stringify(id)}`);

export const compareKeys = (a: readonly unknown[], b: readonly unknown[]): number => {
  for (let at = 0; at < a.length; at += 1) {
    const order = compare(a[at], b[at]);
    if (order !== 0) return order;
  }
  return 0;
};

/** The first index in `entries` at which `test` is true. It must be false for all entries before and true for all after. */
export const firstWhere = (entries: readonly Entry[], test: (key: readonly unknown[]) => boolean): number => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(entries[middle]?.key ?? [])) high = middle;
    else low = middle + 1;
  }
  return low;
};

export class Collection {
  readonly name: string;
  readonly madeAt: number;
  readonly documents = new Map<string, Version[]>();
  readonly indexes = new Map<string, Index>();
  /** Id of a document → the open transaction that has written it. */
  readonly locks = new Map<string, Transaction>();

  constructor(name: string, madeAt: number) {
    this.name = name;
    this.madeAt = madeAt;
    this.#index('_id_', ['_id'], undefined, madeAt);
  }

  version(id: string, at: number): Version | undefined {
    return this.documents.get(id)?.findLast((version) => version.at <= at);
  }

  newest(id: string): Version | undefined {
    return this.documents.get(id)?.at(-1);
  }

  isVisible({ id, version }: Entry, at: number): boolean {
    return this.version(id, at) === version;
  }

  /** Removes versions that no reader can see: those replaced before `oldest`. */
  put(id: string, document: Document | undefined, at: number, oldest: number): void {
    const versions = this.documents.get(id) ?? [];
    const version = { at, document };
    versions.push(version);
    this.documents.set(id, versions);
    if (document) for (const index of this.indexes.values()) this.#enter(index, id, version, document);
    while ((versions[1]?.at ?? Number.POSITIVE_INFINITY) <= oldest) this.#forget(id, versions);
    if (versions.length === 1 && versions[0]?.document === undefined) this.documents.delete(id);
  }

  addIndex(name: string, fields: readonly string[], partial: Document | undefined, at: number): void {
    const existing = this.indexes.get(name);
    if (existing && existing.fields.join() !== fields.join()) {
      throw new Failure(86, 'IndexKeySpecsConflict', `an index ${name} stands with other fields`);
    }
    if (!existing) this.#index(name, fields, partial, at);
  }

  #index(name: string, fields: readonly string[], partial: Document | undefined, madeAt: number): void {
    const isIndexed = matcher(partial ?? {});
    const index: Index = { name, fields, partial, isIndexed, madeAt, entries: [], multikey: new Set() };
    this.indexes.set(name, index);
    for (const [id, versions] of this.documents) {
      for (const version of versions) if (version.document) this.#enter(index, id, version, version.document);
    }
  }

  #enter(index: Index, id: string, version: Version, document: Document): void {
    for (const key of keysOf(index, document)) {
      const place = firstWhere(index.entries, (other) => compareKeys(other, key) > 0);
      index.entries.splice(place, 0, { key, id, version });
    }
  }

  #forget(id: string, versions: Version[]): void {
    const gone = versions.shift();
    if (gone?.document === undefined) return;
    for (const index of this.indexes.values()) {
      for (const key of keysOf(index, gone.document)) {
        let at = firstWhere(index.entries, (other) => compareKeys(other, key) >= 0);
        while (at < index.entries.length && index.entries[at]?.version !== gone) at += 1;
        if (at === index.entries.length) throw new Error(`no entry of ${id} in ${index.name}`);
        index.entries.splice(at, 1);
      }
    }
  }
}

const keysOf = (index: Index, document: Document): unknown[][] => {
  if (!index.isIndexed(document)) return [];
  const arrays = index.fields.filter((field) => Array.isArray(document[field]));
  if (arrays.length > 1) throw new Failure(171, 'CannotIndexParallelArrays', `cannot index parallel arrays ${arrays}`);
  const [array] = arrays;
  if (array === undefined) return [index.fields.map((field) => document[field] ?? null)];
  index.multikey.add(array);
  const elements: unknown[] = document[array];
  if (elements.some(Array.isArray)) throw badValue('arrays in arrays are not indexed here');
  return [...new Set(elements.length > 0 ? elements : [null])].map((element) =>
    index.fields.map((field) => (field === array ? element : (document[field] ?? null))),
  );
};
