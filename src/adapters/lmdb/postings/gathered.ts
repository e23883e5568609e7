/** Records gathered by group, in bulk: for each group the lines that speak of it, in order. */
import { wordLengthMax } from '../../../vocabulary/words.ts';
import { removedNumber } from './changed.ts';
import { asGroup } from './group.ts';
import { firstHash, GroupTable, hashed, hashOf } from './group-table.ts';
import { isOfWord, isRemoval, mark } from './record.ts';

export type GroupChanges = { readonly name: string; readonly changes: readonly number[] };

/** What stands before and after the element. */
type Place = { readonly opening: string; readonly closing: string };

const placeKey = ({ opening, closing }: Place): string => `${opening}\0${closing}`;

const quote = 34;
const zero = 48;
const plain = 0;
const asItIs = 1;
const kindAt = (place: number, kind: typeof plain | typeof asItIs): number => 2 * place + kind;

/** `plainWord`, of bytes. */
const isPlainWord = (bytes: Buffer, start: number, end: number): boolean => {
  if (end - start < 3 || end - start > wordLengthMax + 2) return false;
  if (bytes[start] !== quote || bytes[end - 1] !== quote) return false;
  for (let at = start + 1; at < end - 1; at += 1) if (isOfWord[bytes[at] as number] === 0) return false;
  return true;
};

/** The next of some marks, or the end. */
const nextOf = (bytes: Buffer, from: number, one: number, other: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] !== one && bytes[at] !== other) at += 1;
  return at;
};

/** Lists of lines, one a group, from postings as they come. */
const lists = () => {
  let groups = new Int32Array(4096);
  let count = 0;
  /** Of each line, where its postings end. */
  const ends: number[] = [];
  /** Of each group, which line spoke of it last, and how many did. */
  const last: number[] = [];
  const counts: number[] = [];
  return {
    /** A line speaks of a group once, however often it names it. */
    add(group: number): void {
      const line = ends.length;
      if (group === counts.length) {
        counts.push(0);
        last.push(-1);
      }
      if (last[group] === line) return;
      last[group] = line;
      counts[group] = (counts[group] as number) + 1;
      if (count === groups.length) {
        const more = new Int32Array(2 * groups.length);
        more.set(groups);
        groups = more;
      }
      groups[count] = group;
      count += 1;
    },
    endLine: (): void => {
      ends.push(count);
    },
    /** The lines of each group, one list behind the other. */
    sorted(): { readonly lines: Int32Array; readonly starts: readonly number[] } {
      const starts = [0];
      for (const [group, own] of counts.entries()) starts.push((starts[group] as number) + own);
      const next = Int32Array.from(starts);
      const lines = new Int32Array(count);
      let at = 0;
      for (const [line, end] of ends.entries()) {
        for (; at < end; at += 1) {
          const group = groups[at] as number;
          lines[next[group] as number] = line;
          next[group] = (next[group] as number) + 1;
        }
      }
      return { lines, starts };
    },
  };
};

/** Every group and its changes (see changed.ts) in their order, by names. */
export const gathered = (bytes: Buffer): readonly GroupChanges[] => {
  const table = new GroupTable(bytes);
  const places: Place[] = [];
  const placeIds = new Map<string, number>();
  const postings = lists();
  /** What each line says of its groups. */
  const changes: number[] = [];

  const placeAt = (start: number, end: number): number => {
    const between = bytes.indexOf(mark.field, start);
    const place = {
      opening: bytes.toString('latin1', start, between),
      closing: bytes.toString('latin1', between + 1, end),
    };
    const key = placeKey(place);
    const known = placeIds.get(key);
    if (known !== undefined) return known;
    placeIds.set(key, places.length);
    return places.push(place) - 1;
  };

  const enterText = (start: number, kind: number): number => {
    let at = start;
    for (;;) {
      while (at < bytes.length && isOfWord[bytes[at] as number] === 0 && bytes[at] !== mark.line) at += 1;
      if (at === bytes.length || bytes[at] === mark.line) return at;
      const begins = at;
      const cut = begins + wordLengthMax;
      let sum = firstHash;
      for (; at < bytes.length && isOfWord[bytes[at] as number] === 1; at += 1) {
        if (at < cut) sum = hashed(sum, bytes[at] as number);
      }
      postings.add(table.at(begins, Math.min(at, cut), kind, hashOf(sum, kind)));
    }
  };

  const enterComponent = (start: number, end: number, place: number): void => {
    const isPlain = isPlainWord(bytes, start, end);
    const kind = kindAt(place, isPlain ? plain : asItIs);
    const [from, to] = isPlain ? [start + 1, end - 1] : [start, end];
    let sum = firstHash;
    for (let at = from; at < to; at += 1) sum = hashed(sum, bytes[at] as number);
    postings.add(table.at(from, to, kind, hashOf(sum, kind)));
  };

  for (let at = 0; at < bytes.length; ) {
    const sign = bytes[at + 1] as number;
    let number = 0;
    for (at += 2; bytes[at] !== mark.field; at += 1) number = 10 * number + (bytes[at] as number) - zero;
    changes.push(isRemoval(sign) ? removedNumber(number) : number);
    const elements = nextOf(bytes, at, mark.text, mark.component);
    const place = placeAt(at + 1, elements);
    if (bytes[elements] === mark.text) at = enterText(elements + 1, kindAt(place, plain));
    else {
      for (at = elements; bytes[at] === mark.component; ) {
        const end = nextOf(bytes, at + 1, mark.component, mark.line);
        enterComponent(at + 1, end, place);
        at = end;
      }
    }
    postings.endLine();
  }
  const { lines, starts } = postings.sorted();

  /** The changes of groups that are one, as there may be where one element or another stands for several. */
  const changesIn = (groups: readonly number[]): readonly number[] => {
    const own: number[] = [];
    for (const group of groups) {
      const end = starts[group + 1] as number;
      for (let at = starts[group] as number; at < end; at += 1) own.push(lines[at] as number);
    }
    if (groups.length > 1) own.sort((one, other) => one - other);
    return own.map((line) => changes[line] as number);
  };

  const nameOf = (group: number): string => {
    const kind = table.kindOf(group);
    const { opening, closing } = places[kind >> 1] as Place;
    const element = table.elementOf(group);
    return asGroup(opening + (kind % 2 === plain ? `"${element}"` : element) + closing);
  };

  const byName = new Map<string, number[]>();
  for (let group = 0; group < table.size; group += 1) {
    const name = nameOf(group);
    const others = byName.get(name);
    if (others === undefined) byName.set(name, [group]);
    else others.push(group);
  }
  const names = [...byName.keys()].sort();
  return names.map((name) => ({ name, changes: changesIn(byName.get(name) ?? []) }));
};
