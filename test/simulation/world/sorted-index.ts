/** An index of the read store in memory: its entries, sorted. */
import { fieldReader } from '../../../src/define/index-fields.ts';
import type { Key, Range } from '../../../src/ports/read-store.ts';
import { compareTexts } from '../../support/text-order.ts';

export type Entry = { readonly values: readonly Key[]; readonly id: string };

const rankOfType = (key: Key): number => (key === null ? 0 : typeof key === 'number' ? 1 : 2);

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return rankOfType(a) - rankOfType(b);
}

function compareEntries(a: Entry, b: Entry): number {
  for (let at = 0; at < a.values.length; at += 1) {
    const order = compareKeys(a.values[at] ?? null, b.values[at] ?? null);
    if (order !== 0) return order;
  }
  return compareTexts(a.id, b.id);
}

export class SortedIndex {
  readonly fields: readonly string[];
  readonly #read: (document: object) => unknown[];
  #entries: Entry[];

  constructor(fields: readonly string[], entries: Entry[] = []) {
    this.fields = fields;
    this.#read = fieldReader(fields);
    this.#entries = entries;
  }

  copy(): SortedIndex {
    return new SortedIndex(this.fields, [...this.#entries]);
  }

  /** Throws for a value that is no key. */
  entriesOf(id: string, document: object): Entry[] {
    let rows: Key[][] = [[]];
    for (const value of this.#read(document)) {
      const choices = value === undefined ? [] : Array.isArray(value) ? [...new Set(value)] : [value];
      if (!choices.every(isKey)) throw new Error(`no key of an index: ${JSON.stringify(value)}`);
      rows = rows.flatMap((row) => (choices as Key[]).map((choice) => [...row, choice]));
    }
    return rows.map((values) => ({ values, id }));
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries)
      this.#entries.splice(
        this.#firstNotBelow((other) => compareEntries(other, entry)),
        0,
        entry,
      );
  }

  remove(entries: readonly Entry[]): void {
    for (const entry of entries)
      this.#entries.splice(
        this.#firstNotBelow((other) => compareEntries(other, entry)),
        1,
      );
  }

  scan({ prefix, from, to, reverse = false, limit }: Range): Entry[] {
    const next = prefix.length;
    const low = (other: Entry): number => {
      for (let at = 0; at < next; at += 1) {
        const order = compareKeys(other.values[at] ?? null, prefix[at] ?? null);
        if (order !== 0) return order;
      }
      return 0;
    };
    const begin = this.#firstNotBelow(
      (other) => low(other) || (from === undefined ? 0 : compareKeys(other.values[next] ?? null, from)),
    );
    const end = this.#firstNotBelow((other) => {
      const order = low(other) || (to === undefined ? 0 : compareKeys(other.values[next] ?? null, to));
      return order > 0 ? 0 : -1;
    });
    if (begin >= end) return [];
    if (!reverse) return this.#entries.slice(begin, Math.min(end, begin + limit));
    return this.#entries.slice(Math.max(begin, end - limit), end).reverse();
  }

  /** The number of the first entry for which `compare` is not below 0. */
  #firstNotBelow(compare: (entry: Entry) => number): number {
    let [from, to] = [0, this.#entries.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (compare(this.#entries[middle] as Entry) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

const isKey = (value: unknown): value is Key =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
