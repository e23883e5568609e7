/**
 * Blocks hold the numbers of a group, in ascending order, a limited count in each. The greatest numbers are in the group's head, which
 * has a fixed key, so that numbers can be appended with one read. When the head grows beyond its limit, its lowest numbers move
 * into blocks, each with its first number as its key.
 *
 * A group has a head, or nothing at all; a head is never empty. The numbers of a block are at or above its key, and below the next key.
 */
import type { Transaction } from 'lmdb';
import type { Table } from '../layered.ts';
import type { Changed } from './changed.ts';
import { decodeNumbers, encodeNumbers, extentOf } from './numbers.ts';

/** Opened with lmdb's `keyEncoding: 'binary'`. */
export type PostingsDatabase = Table<Buffer, Buffer>;
/** The snapshot of a transaction. Without one, the newest commit. */
export type Snapshot = { readonly transaction?: Transaction };
export type Put = { readonly key: string; readonly bytes: Buffer | undefined };

/** Keys are strings with one character for each byte (latin1), so that they can be compared and concatenated. */
export const bytesOfKey = (key: string): Buffer => Buffer.from(key, 'latin1');
export const keyOfBytes = (bytes: Buffer): string => bytes.toString('latin1');

const blockMax = 256;
const headMax = 2 * blockMax;
const headMark = '\xff'.repeat(8);

const headKey = (group: string): string => `${group}\0${headMark}`;
const groupKey = (group: string): string => `${group}\0`;

const bytesOf = (half: number): string =>
  String.fromCharCode(half >>> 24, (half >>> 16) & 255, (half >>> 8) & 255, half & 255);
const blockKey = (group: string, first: number): string =>
  groupKey(group) + bytesOf(Math.floor(first / 2 ** 32)) + bytesOf(first >>> 0);

export const groupOfKey = (key: string): string => key.slice(0, -headMark.length - 1);

type Block = { readonly key: string; readonly numbers: readonly number[] };

const headBytes = (database: PostingsDatabase, group: string, snapshot: Snapshot): Buffer | undefined =>
  database.get(bytesOfKey(headKey(group)), snapshot);

/** Blocks from a key on, ascending or descending. The head is not included. */
function* blocksFrom(
  database: PostingsDatabase,
  group: string,
  start: string,
  reverse: boolean,
  snapshot: Snapshot,
): Generator<Block> {
  const head = headKey(group);
  const end = reverse ? groupKey(group) : head;
  const range = { start: bytesOfKey(start), end: bytesOfKey(end), reverse, ...snapshot };
  for (const { key: bytes, value } of database.getRange(range)) {
    const key = keyOfBytes(bytes);
    if (key !== head) yield { key, numbers: decodeNumbers(value) };
  }
}

const first = <T>(some: Iterable<T>): T | undefined => {
  for (const one of some) return one;
  return undefined;
};

/** The block that contains, or would contain, a number below the head. */
const blockAt = (database: PostingsDatabase, group: string, number: number, snapshot: Snapshot): Block | undefined =>
  first(blocksFrom(database, group, blockKey(group, number), true, snapshot)) ??
  first(blocksFrom(database, group, groupKey(group), false, snapshot));

/** Both bounds are inclusive integers. */
export type NumberRange = { readonly from: number; readonly to: number; readonly reverse: boolean };

/** The blocks that overlap a range, in its order. Blocks after its end may follow. */
function* blocksIn(
  database: PostingsDatabase,
  group: string,
  { from, to, reverse }: NumberRange,
  snapshot: Snapshot,
): Generator<readonly number[]> {
  const bytes = headBytes(database, group, snapshot);
  const head = bytes === undefined ? [] : decodeNumbers(bytes);
  if (head[0] === undefined) return;
  const [below, reaches] = [head[0] > from, head[0] <= to];
  if (reverse && reaches) yield head;
  if (below) {
    const last = reaches ? headKey(group) : blockKey(group, to);
    const start = reverse ? last : (blockAt(database, group, from, snapshot)?.key ?? groupKey(group));
    for (const { numbers } of blocksFrom(database, group, start, reverse, snapshot)) yield numbers;
  }
  if (!reverse && reaches) yield head;
}

/** The numbers of a range, in its order. Blocks are read only as the generator advances. */
export function* numbersIn(
  database: PostingsDatabase,
  group: string,
  numberRange: NumberRange,
  snapshot: Snapshot,
): Generator<number> {
  const { from, to, reverse } = numberRange;
  for (const numbers of blocksIn(database, group, numberRange, snapshot)) {
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[reverse ? numbers.length - 1 - index : index] as number;
      if (reverse ? number < from : number > to) return;
      if (reverse ? number <= to : number >= from) yield number;
    }
  }
}

const applied = (numbers: readonly number[], { added, removed }: Changed): number[] => {
  const [last, next] = [numbers.at(-1), added[0]];
  const isAppended = last === undefined || next === undefined || next > last;
  if (isAppended && removed.size === 0) return [...numbers, ...added];
  const all = new Set([...numbers, ...added]);
  for (const number of removed) all.delete(number);
  return [...all].sort((a, b) => a - b);
};

/**
 * Splits numbers into blocks. `key`: the key of the first block, which is its first number by default. `rest`: the last numbers, as many as
 * fit into a head.
 */
const cut = (group: string, numbers: readonly number[], key?: string): { puts: Put[]; rest: readonly number[] } => {
  const puts: Put[] = [];
  let from = 0;
  for (; numbers.length - from > headMax; from += blockMax) {
    const own = from === 0 ? key : undefined;
    const chunk = numbers.slice(from, from + blockMax);
    puts.push({ key: own ?? blockKey(group, chunk[0] as number), bytes: encodeNumbers(chunk) });
  }
  return { puts, rest: numbers.slice(from) };
};

/** The blocks of a new group with these numbers, which are in ascending order. */
export const freshBlocks = (group: string, numbers: readonly number[]): Put[] => {
  const { puts, rest } = cut(group, numbers);
  return [...puts, { key: headKey(group), bytes: rest.length === 0 ? undefined : encodeNumbers(rest) }];
};

/** The blocks of a group that a change adds, replaces or removes. */
export const changedBlocks = (database: PostingsDatabase, group: string, changed: Changed): Put[] => {
  const { added, removed } = changed;
  const bytes = headBytes(database, group, {});
  if (bytes === undefined) return added.length === 0 ? [] : freshBlocks(group, added);
  const { count, last } = extentOf(bytes);
  const isAppended = removed.size === 0 && added[0] !== undefined && added[0] > last;
  if (isAppended && count + added.length <= headMax) {
    return [{ key: headKey(group), bytes: Buffer.concat([bytes, encodeNumbers(added, last)]) }];
  }
  const head = decodeNumbers(bytes);
  if (isAppended) return freshBlocks(group, [...head, ...added]);
  const parts = partsTouched(database, group, head, changed);
  const results = new Map([...parts].map(([key, part]) => [key, applied(part.numbers, part)]));
  const own = headKey(group);
  const newest = results.get(own) ?? head;
  if (newest.length === 0) results.set(own, takenFromLast(database, group, results));
  return [...results].flatMap(([key, numbers]) =>
    key === own ? freshBlocks(group, numbers) : replaced(group, key, numbers),
  );
};

type Part = { readonly numbers: readonly number[]; readonly added: number[]; readonly removed: Set<number> };

/** Maps the key of the head, or of a block, to its numbers and the part of the change that concerns it. */
const partsTouched = (
  database: PostingsDatabase,
  group: string,
  head: readonly number[],
  { added, removed }: Changed,
): Map<string, Part> => {
  const parts = new Map<string, Part>();
  const newest: Block = { key: headKey(group), numbers: head };
  const partOf = (number: number): Part => {
    const isRecent = number >= (head[0] as number);
    const { key, numbers } = (isRecent ? undefined : blockAt(database, group, number, {})) ?? newest;
    const part = parts.get(key) ?? { numbers, added: [], removed: new Set() };
    parts.set(key, part);
    return part;
  };
  for (const number of added) partOf(number).added.push(number);
  for (const number of removed) partOf(number).removed.add(number);
  return parts;
};

/** The new numbers of a head that became empty. They are taken from the last non-empty block, which is removed. */
const takenFromLast = (database: PostingsDatabase, group: string, results: Map<string, number[]>): number[] => {
  for (const { key, numbers } of blocksFrom(database, group, headKey(group), true, {})) {
    const current = results.get(key) ?? [...numbers];
    results.set(key, []);
    if (current.length > 0) return current;
  }
  return [];
};

/** The changes that replace one block (not the head) by these numbers. */
const replaced = (group: string, key: string, numbers: readonly number[]): Put[] => {
  const [lowest] = numbers;
  if (lowest === undefined) return [{ key, bytes: undefined }];
  const lower = blockKey(group, lowest);
  // Only the first block of a group can receive numbers below its key. It then gets a lower key.
  const begins = lower < key ? lower : key;
  const { puts, rest } = cut(group, numbers, begins);
  const restKey = puts.length === 0 ? begins : blockKey(group, rest[0] as number);
  return [
    ...(begins === key ? [] : [{ key, bytes: undefined }]),
    ...puts,
    { key: restKey, bytes: encodeNumbers(rest) },
  ];
};
