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
import { type GroupChanges, gathered } from './gathered.ts';
import { component, groupOf } from './group.ts';
import { changesIn } from './lookup.ts';
import { addChanges, type ChangesByName, type Merging, mergingOf } from './merging.ts';
import { stretchOf, taken } from './stretch.ts';
import { mergedCount } from './tiers.ts';

type Manifest = {
  /** Oldest first: under which id a record stands, and how long it is. */
  readonly records: readonly (readonly [id: string, size: number])[];
  /** So many of the oldest go into blocks, some groups with each commit: those up to a name are there. */
  readonly merging: number;
  readonly upTo: string;
};

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

/** When records go into blocks. */
export type Pace = {
  /** So many bytes of them wait: the more, the fewer times a block is written again. */
  readonly waitingMax: number;
  /** So many groups go with one commit, so that none holds the writing thread for long; with a large one as many times more. */
  readonly groupsPerCommit: number;
};
export const paceDefault: Pace = { waitingMax: 3_000_000, groupsPerCommit: 1000 };
/** A commit of so much is as large as they come when nothing has piled up. */
const commitBytes = 64 * 1024;
/** Bytes of records that are kept for reading, and for each what was found in it: who searches asks for one page after another. */
const cachedMax = 8_000_000;
const foundMax = 200;

const noRecords: Manifest = { records: [], merging: 0, upTo: '' };
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, reverse: false };

/** No key of a block begins so. */
const manifestKey = '\x01';
export const recordMark = '\x02';
const recordKey = (id: string): string => recordMark + id;
/** Keys above it are those of blocks. */
export const beforeBlocks = '\x1f';

type KeptRecord = { readonly text: string; readonly found: Map<string, readonly number[]> };

export const openPostings = (
  database: PostingsDatabase,
  fields: readonly string[],
  { waitingMax, groupsPerCommit }: Pace,
): Postings => {
  if (fields.length < 2) throw new Error('an index of postings has two fields or more');
  /** A record never changes: its id is never given again. */
  const cache = new Map<string, KeptRecord>();
  let cached = 0;
  /** What is being merged. */
  let underWay: Merging | undefined;

  const bytesAt = (key: string, moment: Moment): Buffer | undefined =>
    database.get(key, moment as { transaction: Transaction });

  const manifestOf = (moment: Moment): Manifest => {
    const bytes = bytesAt(manifestKey, moment);
    return bytes === undefined ? noRecords : JSON.parse(bytes.toString('utf8'));
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

  const bytesOfRecords = (records: Manifest['records']): Buffer[] => records.map(([id]) => bytesOfRecord(id, {}));

  /** Of records by group; undefined while they are being gathered. */
  const groupsIn = (records: Manifest['records']): readonly GroupChanges[] | undefined => {
    const ids = records.map(([id]) => id);
    if (underWay?.ids !== ids.join()) underWay = mergingOf(ids, (id) => bytesOfRecord(id, {}));
    return underWay.groups();
  };

  const manifestPut = (manifest: Manifest): Put => ({ key: manifestKey, bytes: Buffer.from(JSON.stringify(manifest)) });
  const dropped = (records: Manifest['records']): Put[] =>
    records.map(([id]) => ({ key: recordKey(id), bytes: undefined }));

  return {
    database,

    changes: () => changesFrom(fields),

    putsFor(changes) {
      const newest = changes.record();
      if (newest.length === 0) return [];
      const { records, merging: begun, upTo } = manifestOf({});
      const waiting = records.reduce((sum, [, size]) => sum + size, newest.length);
      const merging = begun === 0 && waiting > waitingMax ? records.length : begun;
      const [old, recent] = [records.slice(0, merging), records.slice(merging)];
      const count = mergedCount([...recent.map(([, size]) => size), newest.length]);
      const left = recent.slice(0, recent.length + 1 - count);
      const gone = recent.slice(left.length);
      const bytes = Buffer.concat([...bytesOfRecords(gone), newest]);
      const id = randomBytes(8).toString('hex');
      const fresh = [...left, [id, bytes.length] as const];
      const puts = [...dropped(gone), { key: recordKey(id), bytes }];
      if (merging === 0) return [...puts, manifestPut({ ...noRecords, records: fresh })];
      const groups = groupsIn(old);
      const part =
        groups?.filter(({ name }) => name > upTo).slice(0, groupsPerCommit * Math.ceil(newest.length / commitBytes)) ??
        [];
      for (const { name, changes: own } of part) puts.push(...changedBlocks(database, name, outcome(own)));
      const reached = part.at(-1)?.name ?? upTo;
      const isThere = groups !== undefined && reached === (groups.at(-1)?.name ?? upTo);
      if (!isThere) return [...puts, manifestPut({ records: [...old, ...fresh], merging, upTo: reached })];
      underWay = undefined;
      return [...puts, ...dropped(old), manifestPut({ ...noRecords, records: fresh })];
    },

    read(transaction) {
      const moment = { transaction };
      const known = new Map<string, Changed>();
      const { records, merging, upTo } = manifestOf(moment);
      /** Whether blocks say already what a record says of a group. */
      const isMerged = (record: number, group: string): boolean => record < merging && group <= upTo;
      const changesFor = (components: readonly string[], group: string): Changed => {
        const before = known.get(group);
        if (before !== undefined) return before;
        const changes = records.flatMap(([id], record) =>
          isMerged(record, group) ? [] : changesOf(recordAt(id, moment), group, components),
        );
        const changed = outcome(changes);
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
          const changes: ChangesByName = new Map();
          for (const [record, [id]] of records.entries()) {
            const groups = gathered(bytesOfRecord(id, moment));
            addChanges(
              changes,
              groups.filter(({ name }) => !isMerged(record, name)),
            );
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
