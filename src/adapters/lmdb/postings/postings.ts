/**
 * An optimisation: an index declared as postings (see ports/read-store.ts), here the index of words, is not kept as one entry a
 * posting. It keeps, for each group (a word of an organization), the numbers (message ids) in it. A commit writes what it changes as
 * one value, a record; records are put together as they accumulate, and many at once are merged into blocks of numbers.
 * Reading takes the blocks, and what the records changed since, from the same transaction.
 *
 * What it gives: a message has some forty words. Processor time to store a message with all its indexes, in microseconds, by commits of
 * 2,048 / 256 messages (40,000 messages, two busy cores): 63 / 65 with this folder; with one block list for each word,
 * rewritten by each commit, 144 / 250. Entries or LMDB's own duplicate keys (`dupSort`) for the words alone took 117 / 173 and
 * 90 / 147, where without words a message takes 43 / 46. A rebuild with plain entries reached 0.3 of the rate with this
 * folder, and its read models took 804 MB instead of 284 (160,000 messages).
 *
 * What it costs: this folder, some 1,500 lines. To remove it: delete the folder, and in read-file.ts open every index with
 * `openEntryIndex`; then read-view.ts, read-scrub.ts and `Pace` lose what speaks of postings.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'lmdb';
import { foldedFieldReader } from '../../../define/index-fields.ts';
import type { Range } from '../../../ports/read-store.ts';
import type { IndexBatch } from '../entry-index.ts';
import { bytesOfKey, changedBlocks, type Moment, numbersIn, type PostingsDatabase, type Put } from './blocks.ts';
import { type Changed, outcome } from './changed.ts';
import { Changes } from './changes.ts';
import { Gathered } from './gathered.ts';
import { component, groupOf } from './group.ts';
import type { Groups } from './groups.ts';
import { changesIn } from './lookup.ts';
import { Merging } from './merging.ts';
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
  batch(): IndexBatch;
  /** Collects what a batch changes, into a record. */
  changes(): Changes;
  /** What is to be written for a record, as of the newest commit; with it goes what was prepared to go into blocks. */
  putsFor(record: Buffer): readonly Put[];
  /** Prepares the next blocks, while what `putsFor` gave is being committed. */
  prepareNext(): void;
  read(transaction: Transaction): PostingsReader;
};

/** Some groups of the records that are being merged, and what they change in blocks. */
type Part = {
  /** Of the records. */
  readonly ids: string;
  /** Between which names the groups are, the first excluded. */
  readonly after: string;
  readonly upTo: string;
  readonly isLast: boolean;
  readonly puts: readonly Put[];
};

/** When records go into blocks. */
export type Pace = {
  /** So many bytes of them wait: the more, the fewer times a block is written again. */
  readonly waitingMax: number;
  /** So many groups go with one commit at the least: few, so that none holds the writing thread for long. */
  readonly groupsPerCommit: number;
};
export const paceDefault: Pace = { waitingMax: 3_000_000, groupsPerCommit: 1000 };
/** So much of the records is gathered at once at the least. */
const bytesPerCommit = 256 * 1024;
/** Bytes of records that are kept for reading, and for each what was found in it: who searches asks for one page after another. */
const cachedMax = 8_000_000;
const foundMax = 200;

const lengthOf = (records: Manifest['records']): number => records.reduce((sum, [, size]) => sum + size, 0);

const idsOf = (records: Manifest['records']): string => records.map(([id]) => id).join();

const noRecords: Manifest = { records: [], merging: 0, upTo: '' };
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, reverse: false };

/** No key of a block begins so. */
const manifestKey = '\x01';
export const recordMark = '\x02';
const recordKey = (id: string): string => recordMark + id;
/** Keys above it are those of blocks. */
export const beforeBlocks = '\x1f';

type KeptRecord = { readonly text: string; readonly found: Map<string, readonly number[]> };

export const applyPuts = (database: PostingsDatabase, puts: readonly Put[]): void => {
  for (const { key, bytes } of puts) {
    if (bytes === undefined) void database.remove(bytesOfKey(key));
    else void database.put(bytesOfKey(key), bytes);
  }
};

export const openPostings = (
  database: PostingsDatabase,
  fields: readonly string[],
  { waitingMax, groupsPerCommit }: Pace,
): Postings => {
  if (fields.length < 2) throw new Error('an index of postings has two fields or more');
  const readFields = foldedFieldReader(fields);
  /** A record never changes: its id is never given again. */
  const cache = new Map<string, KeptRecord>();
  let cached = 0;
  /** What is being merged, what of it the next commit may write, and how that is made ready. */
  let underWay: Merging | undefined;
  let ready: Part | undefined;
  let makeReady: (() => void) | undefined;

  const bytesAt = (key: string, moment: Moment): Buffer | undefined =>
    database.get(bytesOfKey(key), moment as { transaction: Transaction });

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
  const groupsIn = (records: Manifest['records'], bytes: number): Groups | undefined => {
    if (underWay?.ids !== idsOf(records)) underWay = new Merging(idsOf(records), bytesOfRecords(records));
    return underWay.groups(bytes);
  };

  /**
   * The next groups of what is being merged; undefined while they are being gathered. No commit under way has to do with them. Where
   * much comes with each commit, so much is done at once that it ends before as much has come again as is merged.
   */
  const partAfter = (records: Manifest['records'], name: string, came: number): Part | undefined => {
    const groups = groupsIn(records, Math.max(bytesPerCommit, 2 * came));
    if (groups === undefined) return undefined;
    const part = groups.after(name, Math.max(groupsPerCommit, Math.ceil((2 * came * groups.size) / waitingMax)));
    const upTo = part.at(-1)?.name ?? name;
    const puts: Put[] = [];
    for (const { name: group, changes } of part)
      for (const put of changedBlocks(database, group, outcome(changes))) puts.push(put);
    return { ids: idsOf(records), after: name, upTo, isLast: upTo === (groups.last ?? name), puts };
  };

  const manifestPut = (manifest: Manifest): Put => ({ key: manifestKey, bytes: Buffer.from(JSON.stringify(manifest)) });
  const dropped = (records: Manifest['records']): Put[] =>
    records.map(([id]) => ({ key: recordKey(id), bytes: undefined }));

  return {
    database,

    batch() {
      const changes = new Changes(fields, readFields);
      return {
        replace: (before, after) => changes.replace(before, after),
        finish: () => {
          const puts = this.putsFor(changes.record());
          return () => applyPuts(database, puts);
        },
      };
    },

    changes: () => new Changes(fields, readFields),

    putsFor(newest) {
      if (newest.length === 0) return [];
      const { records, merging: begun, upTo } = manifestOf({});
      const waiting = lengthOf(records) + newest.length;
      const merging = begun === 0 && waiting > waitingMax ? records.length : begun;
      const [old, recent] = [records.slice(0, merging), records.slice(merging)];
      const count = mergedCount([...recent.map(([, size]) => size), newest.length]);
      const left = recent.slice(0, recent.length + 1 - count);
      const gone = recent.slice(left.length);
      const bytes = Buffer.concat([...bytesOfRecords(gone), newest]);
      const id = randomBytes(8).toString('hex');
      const fresh = [...left, [id, bytes.length] as const];
      const puts: Put[] = [...dropped(gone), { key: recordKey(id), bytes }];
      makeReady = undefined;
      if (merging === 0) return [...puts, manifestPut({ ...noRecords, records: fresh })];
      const part = ready?.ids === idsOf(old) && ready.after === upTo ? ready : undefined;
      if (part !== undefined) puts.push(...part.puts);
      if (part?.isLast) {
        underWay = undefined;
        return [...puts, ...dropped(old), manifestPut({ ...noRecords, records: fresh })];
      }
      const reached = part?.upTo ?? upTo;
      makeReady = () => {
        ready = partAfter(old, reached, newest.length);
      };
      return [...puts, manifestPut({ records: [...old, ...fresh], merging, upTo: reached })];
    },

    prepareNext() {
      const work = makeReady;
      [makeReady, ready] = [undefined, undefined];
      work?.();
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
          const changes = new Map<string, number[]>();
          for (const [record, [id, length]] of records.entries()) {
            const gathered = new Gathered(length);
            gathered.enter(bytesOfRecord(id, moment));
            for (const { name, changes: more } of gathered.groups().after('', Number.POSITIVE_INFINITY)) {
              if (isMerged(record, name)) continue;
              const before = changes.get(name);
              if (before === undefined) changes.set(name, [...more]);
              else for (const change of more) before.push(change);
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
