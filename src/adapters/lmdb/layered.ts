/**
 * A database on top of another one of the same name, whose file nobody writes. Together they read like a copy of the lower one that was
 * then changed. New values are stored in the upper one, and so is a mark for each removed key.
 */
import type { Database, Key, RangeOptions, Transaction } from 'lmdb';

type Reading = { readonly transaction?: Transaction | undefined };
type KeyRange = Omit<RangeOptions, 'transaction'> & Reading;

/** The operations that a read file uses on one of its databases. */
export type Table<V, K> = {
  get(key: K, reading?: Reading): V | undefined;
  getKeys(range: KeyRange): Iterable<K>;
  getRange(range: KeyRange): Iterable<{ readonly key: K; readonly value: V }>;
  put(key: K, value: V): unknown;
  remove(key: K): unknown;
  clearAsync(): Promise<unknown>;
};

/** `removed`: the value that marks a removed key. No other value has its length. `compare`: the order of the keys in the databases. */
export type Layer<V, K> = { readonly removed: V; readonly compare: (one: K, other: K) => number };

type Layers<V, K extends Key> = {
  readonly upper: Database<V, K>;
  readonly lower: Database<V, K>;
};

type Pair<V, K> = { readonly key: K; readonly value: V };

export function layered<V extends { readonly length: number }, K extends Key>(
  { upper, lower }: Layers<V, K>,
  { removed, compare }: Layer<V, K>,
): Table<V, K> {
  const isRemoved = (value: V): boolean => value.length === removed.length;

  function* pairs({ limit = Number.POSITIVE_INFINITY, transaction, ...range }: KeyRange): Generator<Pair<V, K>> {
    if (limit <= 0) return;
    const order = range.reverse ? (one: K, other: K): number => compare(other, one) : compare;
    const below = lower.getRange(range);
    let left = limit;
    for (const pair of merged(upper.getRange({ ...range, ...(transaction && { transaction }) }), below, order)) {
      if (isRemoved(pair.value)) continue;
      yield pair;
      left -= 1;
      if (left === 0) return;
    }
  }

  return {
    get(key, reading) {
      const value = upper.get(key, reading as { transaction: Transaction });
      if (value !== undefined) return isRemoved(value) ? undefined : value;
      return lower.get(key);
    },
    *getKeys(range) {
      for (const { key } of pairs(range)) yield key;
    },
    getRange: pairs,
    put: (key, value) => upper.put(key, value),
    remove: (key) => (lower.get(key) === undefined ? upper.remove(key) : upper.put(key, removed)),
    clearAsync: () => Promise.reject(new Error('a database over another one cannot be cleared')),
  };
}

/** The pairs of both databases in order. If both have a key, the pair of the upper one. */
function* merged<V, K>(
  above: Iterable<Pair<V, K>>,
  below: Iterable<Pair<V, K>>,
  compare: (one: K, other: K) => number,
): Generator<Pair<V, K>> {
  const [uppers, lowers] = [above[Symbol.iterator](), below[Symbol.iterator]()];
  try {
    let [one, other] = [uppers.next(), lowers.next()];
    while (!one.done || !other.done) {
      const order = one.done ? 1 : other.done ? -1 : compare(one.value.key, other.value.key);
      if (order <= 0) {
        yield one.value;
        one = uppers.next();
      } else yield other.value;
      if (order >= 0) other = lowers.next();
    }
  } finally {
    uppers.return?.();
    lowers.return?.();
  }
}
