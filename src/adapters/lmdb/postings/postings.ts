/**
 * An index of postings: which numbers (message ids) a group (a word of an organization) has. What a commit changes is written as
 * one value, a record, nearly as it came; records are put together as they gather, and in bulk into blocks once they hold much.
 * Reading takes what the blocks say and what the records say since, all of one transaction.
 *
 * An entry a posting would be some 35 pages touched for each message.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'lmdb';
import type { Range } from '../../../ports/read-store.ts';
import { changedBlocks, type Moment, numbersIn, type PostingsDatabase, type Put } from './blocks.ts';
import { type Changed, outcome } from './changed.ts';
import { type Changes, changesOf as changesFrom } from './changes.ts';
import { gathered } from './gathered.ts';
import { component, groupOf } from './group.ts';
import { changesIn } from './lookup.ts';
import { stretchOf, taken } from './stretch.ts';
import { mergedCount } from './tiers.ts';

/** Oldest first: under which id a record stands, and how long it is. */
type Manifest = readonly (readonly [id: string, size: number])[];

/** Of one moment. */
export type PostingsReader = {
  /** The numbers of a range, in its order. */
  numbers(range: Range): number[];
  /** Every group that records say something about, and what. Others have their turn meanwhile. */
  changedGroups(): Promise<ReadonlyMap<string, readonly number[]>>;
  /** All numbers of a group, when its changes have been made. */
  numbersAfter(group: string, changes: readonly number[]): number[];
};

export type Postings = {
  readonly database: PostingsDatabase;
  /** Gathers what a batch changes. */
  changes(): Changes;
  /** What is to be written for it, as the newest commit stands. */
  putsFor(changes: Changes): readonly Put[];
  read(transaction: Transaction): PostingsReader;
};

/** So many bytes of records wait before they go into blocks: the more, the fewer times a block is written again. */
export const waitingMaxDefault = 3_000_000;
/** Bytes of records that are kept for reading, and for each what was found in it: who searches asks for one page after another. */
const cachedMax = 8_000_000;
const foundMax = 200;

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, reverse: false };

/** No key of a block begins so. */
const manifestKey = '\x01';
export const recordMark = '\x02';
const recordKey = (id: string): string => recordMark + id;
/** Keys above it are those of blocks. */
export const beforeBlocks = '\x1f';

type KeptRecord = { readonly text: string; readonly found: Map<string, readonly number[]> };

export const openPostings = (database: PostingsDatabase, fields: readonly string[], waitingMax: number): Postings => {
  if (fields.length < 2) throw new Error('an index of postings has two fields or more');
  /** A record never changes: its id is never given again. */
  const cache = new Map<string, KeptRecord>();
  let cached = 0;

  const bytesAt = (key: string, moment: Moment): Buffer | undefined =>
    database.get(key, moment as { transaction: Transaction });

  const manifestOf = (moment: Moment): Manifest => {
    const bytes = bytesAt(manifestKey, moment);
    return bytes === undefined ? [] : JSON.parse(bytes.toString('latin1'));
  };

  const bytesOfRecord = (id: string, moment: Moment): Buffer => {
    const bytes = bytesAt(recordKey(id), moment);
    if (bytes === undefined) throw new Error('a record of postings is not there');
    return bytes;
  };

  const recordAt = (id: string, moment: Moment): KeptRecord => {
    const known = cache.get(id);
    if (known !== undefined) return known;
    const record = { text: bytesOfRecord(id, moment).toString('latin1'), found: new Map() };
    cache.set(id, record);
    cached += record.text.length;
    for (const [oldest, { text }] of cache) {
      if (cached <= cachedMax) break;
      cached -= text.length;
      cache.delete(oldest);
    }
    return record;
  };

  const changesOf = ({ text, found }: KeptRecord, group: string, components: readonly string[]): readonly number[] => {
    const known = found.get(group);
    if (known !== undefined) return known;
    const changes = changesIn(text, components);
    if (found.size >= foundMax) found.clear();
    found.set(group, changes);
    return changes;
  };

  const manifestPut = (manifest: Manifest): Put => ({ key: manifestKey, bytes: Buffer.from(JSON.stringify(manifest)) });
  const dropped = (manifest: Manifest): Put[] => manifest.map(([id]) => ({ key: recordKey(id), bytes: undefined }));

  return {
    database,

    changes: () => changesFrom(fields),

    putsFor(changes) {
      const newest = changes.record();
      if (newest.length === 0) return [];
      const manifest = manifestOf({});
      const sizes = [...manifest.map(([, size]) => size), newest.length];
      const isFull = sizes.reduce((sum, size) => sum + size) > waitingMax;
      const count = isFull ? sizes.length : mergedCount(sizes);
      const left = manifest.slice(0, sizes.length - count);
      const gone = manifest.slice(left.length);
      const bytes = Buffer.concat([...gone.map(([id]) => bytesOfRecord(id, {})), newest]);
      if (isFull) {
        const blocks = gathered(bytes).flatMap(({ name, changes: own }) => changedBlocks(database, name, outcome(own)));
        return [...dropped(gone), manifestPut([]), ...blocks];
      }
      const id = randomBytes(8).toString('hex');
      return [...dropped(gone), { key: recordKey(id), bytes }, manifestPut([...left, [id, bytes.length]])];
    },

    read(transaction) {
      const moment = { transaction };
      const known = new Map<string, Changed>();
      const manifest = manifestOf(moment);
      const changesFor = (components: readonly string[], group: string): Changed => {
        const before = known.get(group);
        if (before !== undefined) return before;
        const changed = outcome(manifest.flatMap(([id]) => changesOf(recordAt(id, moment), group, components)));
        known.set(group, changed);
        return changed;
      };
      return {
        numbers(range) {
          const stretch = stretchOf(fields, range);
          const components = range.prefix.map(component);
          const group = groupOf(components);
          const standing = numbersIn(database, group, stretch, moment);
          return taken(standing, changesFor(components, group), stretch, range.limit);
        },
        async changedGroups() {
          const changes = new Map<string, number[]>();
          for (const [id] of manifest) {
            for (const { name, changes: own } of gathered(bytesOfRecord(id, moment))) {
              const before = changes.get(name);
              if (before === undefined) changes.set(name, [...own]);
              else before.push(...own);
            }
            await nextTurn();
          }
          return changes;
        },
        numbersAfter: (group, changes) =>
          taken(numbersIn(database, group, everything, moment), outcome(changes), everything, Number.POSITIVE_INFINITY),
      };
    },
  };
};
