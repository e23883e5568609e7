/**
 * Blocks: the numbers of a group, in order, in values of so many. The newest stand in the group's head, whose key is known, so
 * that adding to it takes one look; what it grows beyond its size goes into blocks of their own, keyed by what they begin with.
 *
 * A group has a head or nothing; a head is never empty. A block holds nothing below its key, or at or above the next one's.
 */
import type { Database, Transaction } from 'lmdb';
import type { Changed } from './changed.ts';
import { decodeNumbers, encodeNumbers, extentOf } from './numbers.ts';

/** Opened with lmdb's `keyEncoding: 'binary'`. */
export type PostingsDatabase = Database<Buffer, Buffer>;
/** As of a transaction, or the newest. */
export type Moment = { readonly transaction?: Transaction };
export type Put = { readonly key: string; readonly bytes: Buffer | undefined };

/** Keys are texts of bytes, one character each, so that they are compared and put together as texts. */
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

/** Of the key of a block or a head. */
export const groupOfKey = (key: string): string => key.slice(0, -headMark.length - 1);

type Block = { readonly key: string; readonly numbers: readonly number[] };

const headBytes = (database: PostingsDatabase, group: string, moment: Moment): Buffer | undefined =>
  database.get(bytesOfKey(headKey(group)), moment as { transaction: Transaction });

/** Blocks from a key on, one way or the other; the head is not among them. */
function* blocksFrom(
  database: PostingsDatabase,
  group: string,
  start: string,
  reverse: boolean,
  moment: Moment,
): Generator<Block> {
  const head = headKey(group);
  const end = reverse ? groupKey(group) : head;
  const range = { start: bytesOfKey(start), end: bytesOfKey(end), reverse, ...moment };
  for (const { key: bytes, value } of database.getRange(range)) {
    const key = keyOfBytes(bytes);
    if (key !== head) yield { key, numbers: decodeNumbers(value) };
  }
}

const first = <T>(some: Iterable<T>): T | undefined => {
  for (const one of some) return one;
  return undefined;
};

/** The block that a number below the head stands in, or would. */
const blockAt = (database: PostingsDatabase, group: string, number: number, moment: Moment): Block | undefined =>
  first(blocksFrom(database, group, blockKey(group, number), true, moment)) ??
  first(blocksFrom(database, group, groupKey(group), false, moment));

/** Whole numbers, both included. */
export type Stretch = { readonly from: number; readonly to: number; readonly reverse: boolean };

/** The blocks that a stretch reaches into, in its order, and perhaps more behind it. */
function* blocksIn(
  database: PostingsDatabase,
  group: string,
  { from, to, reverse }: Stretch,
  moment: Moment,
): Generator<readonly number[]> {
  const bytes = headBytes(database, group, moment);
  const head = bytes === undefined ? [] : decodeNumbers(bytes);
  if (head[0] === undefined) return;
  const [below, reaches] = [head[0] > from, head[0] <= to];
  if (reverse && reaches) yield head;
  if (below) {
    const last = reaches ? headKey(group) : blockKey(group, to);
    const start = reverse ? last : (blockAt(database, group, from, moment)?.key ?? groupKey(group));
    for (const { numbers } of blocksFrom(database, group, start, reverse, moment)) yield numbers;
  }
  if (!reverse && reaches) yield head;
}

/** The numbers of a stretch, in its order; read as they are taken. */
export function* numbersIn(
  database: PostingsDatabase,
  group: string,
  stretch: Stretch,
  moment: Moment,
): Generator<number> {
  const { from, to, reverse } = stretch;
  for (const numbers of blocksIn(database, group, stretch, moment)) {
    for (let turn = 0; turn < numbers.length; turn += 1) {
      const number = numbers[reverse ? numbers.length - 1 - turn : turn] as number;
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

/** Numbers as blocks, the first under `key` where that is given, and what is left over as it comes. */
const cut = (group: string, numbers: readonly number[], key?: string): { puts: Put[]; rest: readonly number[] } => {
  const puts: Put[] = [];
  let rest = numbers;
  while (rest.length > headMax) {
    const chunk = rest.slice(0, blockMax);
    const own = puts.length === 0 ? key : undefined;
    puts.push({ key: own ?? blockKey(group, chunk[0] as number), bytes: encodeNumbers(chunk) });
    rest = rest.slice(blockMax);
  }
  return { puts, rest };
};

/** What a group without anything is given, all its numbers at once, in order. */
export const freshBlocks = (group: string, numbers: readonly number[]): Put[] => {
  const { puts, rest } = cut(group, numbers);
  return [...puts, { key: headKey(group), bytes: rest.length === 0 ? undefined : encodeNumbers(rest) }];
};

/** What changes in the blocks of a group. */
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

/** By key: the head or blocks that hold what changes, and their share of it. */
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

/** An empty head takes over the last block that is not empty; that one is gone then. */
const takenFromLast = (database: PostingsDatabase, group: string, results: Map<string, number[]>): number[] => {
  for (const { key, numbers } of blocksFrom(database, group, headKey(group), true, {})) {
    const standing = results.get(key) ?? [...numbers];
    results.set(key, []);
    if (standing.length > 0) return standing;
  }
  return [];
};

const replaced = (group: string, key: string, numbers: readonly number[]): Put[] => {
  const [lowest] = numbers;
  if (lowest === undefined) return [{ key, bytes: undefined }];
  const lower = blockKey(group, lowest);
  // Only the first block is given what lies below its key.
  const begins = lower < key ? lower : key;
  const { puts, rest } = cut(group, numbers, begins);
  const restKey = puts.length === 0 ? begins : blockKey(group, rest[0] as number);
  return [
    ...(begins === key ? [] : [{ key, bytes: undefined }]),
    ...puts,
    { key: restKey, bytes: encodeNumbers(rest) },
  ];
};
