/** The simplest read store: a map whose index entries are sorted for the first query after a commit. */
import { fieldReader } from '../../../src/define/index-fields.ts';
import type { Key, Range, Write } from '../../../src/ports/read-store.ts';
import { compareTexts } from '../../support/text-order.ts';

type Entry<D> = { readonly values: readonly Key[]; readonly id: string; readonly document: D };

const rankOfType = (key: Key): number => (key === null ? 0 : typeof key === 'number' ? 1 : 2);

export const compareKeys = (a: Key, b: Key): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return rankOfType(a) - rankOfType(b);
};

const compareEntries = (a: Entry<unknown>, b: Entry<unknown>): number => {
  for (const [index, value] of a.values.entries()) {
    const order = compareKeys(value, b.values[index] ?? null);
    if (order !== 0) return order;
  }
  return compareKeys(a.id, b.id);
};

const entriesOf = <D extends object>(values: readonly unknown[], id: string, document: D): Entry<D>[] => {
  let rows: Key[][] = [[]];
  for (const value of values as (Key | Key[] | undefined)[]) {
    const choices: Key[] = value === undefined ? [] : Array.isArray(value) ? [...new Set(value)] : [value];
    rows = rows.flatMap((row) => choices.map((choice) => [...row, choice]));
  }
  return rows.map((values) => ({ values, id, document }));
};

export const plainStore = <D extends object>(initial: ReadonlyMap<string, D> = new Map()) => {
  const documents = new Map(initial);
  /** The entries of each index, by its fields. */
  const sorted = new Map<string, readonly Entry<D>[]>();
  const entries = (fields: readonly string[]): readonly Entry<D>[] => {
    const known = sorted.get(fields.join());
    if (known) return known;
    const read = fieldReader(fields);
    const made = [...documents].flatMap(([id, document]) => entriesOf(read(document), id, document));
    sorted.set(fields.join(), made.sort(compareEntries));
    return made;
  };
  return {
    documents,
    commit(writes: readonly Write[]): void {
      sorted.clear();
      for (const write of writes) {
        if (write.op === 'put') documents.set(write.id, write.document as D);
        else documents.delete(write.id);
      }
    },
    scan(fields: readonly string[], { prefix, from, to, reverse = false, limit }: Range): Entry<D>[] {
      const next = prefix.length;
      const within = ({ values }: Entry<D>): boolean =>
        prefix.every((key, index) => key === (values[index] ?? null)) &&
        (from === undefined || compareKeys(values[next] ?? null, from) >= 0) &&
        (to === undefined || compareKeys(values[next] ?? null, to) <= 0);
      const found = entries(fields).filter(within);
      return (reverse ? found.reverse() : found).slice(0, limit);
    },
  };
};
