/**
 * A segment: what some commits in a row changed. Group → its changes in order, each a tab and a number (`\t17`: added, `\t-17`:
 * removed); of two about one number the later one holds, so that segments are merged by putting texts one behind the other.
 *
 * As text: a line for each group, in buckets by a hash of the group, so that one is found without parsing the rest. Sorting them
 * instead cost as much as everything else together.
 */
export type Segment = ReadonlyMap<string, string>;

/** A segment's buckets, for looking things up. */
export type Buckets = readonly string[];

export type Changed = { readonly added: readonly number[]; readonly removed: ReadonlySet<number> };

const mark = '\t';
const lineStart = '\n';
const bucketEnd = '\f';
const linesPerBucket = 16;

export const addition = (number: number): string => mark + number;
export const removal = (number: number): string => `${mark}-${number}`;

/** Of a group; the same in every process, because it is what the file was written by. */
export const hashOf = (group: string): number => {
  let hash = 0;
  for (let at = 0; at < group.length; at += 1) hash = (Math.imul(hash, 31) + group.charCodeAt(at)) | 0;
  return hash >>> 0;
};

export const textOf = (segment: Segment): string => {
  const buckets = new Array<string>(Math.ceil(segment.size / linesPerBucket)).fill('');
  for (const [group, changes] of segment) buckets[hashOf(group) % buckets.length] += lineStart + group + changes;
  return buckets.join(bucketEnd);
};

export const bucketsOf = (text: string): Buckets => text.split(bucketEnd);

/** The changes of one group; empty where there are none. */
export const changesIn = (buckets: Buckets, group: string, hash: number): string => {
  const bucket = buckets[hash % buckets.length] ?? '';
  const at = bucket.indexOf(lineStart + group + mark);
  if (at < 0) return '';
  const stop = bucket.indexOf(lineStart, at + 1);
  return bucket.slice(at + 1 + group.length, stop < 0 ? bucket.length : stop);
};

/** Segments as one: texts, oldest first, and then `newest`. */
export const merged = (texts: readonly string[], newest: Segment): Segment => {
  if (texts.length === 0) return newest;
  const whole = new Map<string, string>();
  const append = (group: string, changes: string): void => {
    const before = whole.get(group);
    whole.set(group, before === undefined ? changes : before + changes);
  };
  for (const text of texts) {
    for (const bucket of bucketsOf(text)) {
      for (let start = 1; start < bucket.length; ) {
        const next = bucket.indexOf(lineStart, start);
        const stop = next < 0 ? bucket.length : next;
        const at = bucket.indexOf(mark, start);
        append(bucket.slice(start, at), bucket.slice(at, stop));
        start = stop + 1;
      }
    }
  }
  for (const [group, changes] of newest) append(group, changes);
  return whole;
};

const [tab, minus, zero] = [9, 45, 48];

/** The numbers of changes one after the other, each below zero where it was removed: minus itself and one, so that 0 can be. */
const parsed = (changes: string): number[] => {
  const numbers: number[] = [];
  let number = 0;
  let isAdded = true;
  for (let at = 1; at <= changes.length; at += 1) {
    const code = at === changes.length ? tab : changes.charCodeAt(at);
    if (code === minus) isAdded = false;
    else if (code !== tab) number = 10 * number + code - zero;
    else {
      numbers.push(isAdded ? number : -number - 1);
      number = 0;
      isAdded = true;
    }
  }
  return numbers;
};

const nothing: ReadonlySet<number> = new Set();

/** What is left of changes when all have been made. */
export const outcome = (changes: string): Changed => {
  if (changes === '') return { added: [], removed: nothing };
  const numbers = parsed(changes);
  if (numbers.every((number, at) => number > (at === 0 ? -1 : (numbers[at - 1] as number)))) {
    return { added: numbers, removed: nothing };
  }
  const [added, removed] = [new Set<number>(), new Set<number>()];
  for (const number of numbers) {
    const one = number < 0 ? -number - 1 : number;
    if (number < 0) added.delete(one);
    else removed.delete(one);
    (number < 0 ? removed : added).add(one);
  }
  return { added: [...added].sort((a, b) => a - b), removed };
};
