/**
 * An optimisation: an index declared as postings (see ports/read-store.ts), here the index of words, does not store one entry for each word
 * of a message. For each group (a word of an organization) it stores the numbers (message ids) in blocks. A commit writes its changes as
 * one value, a record. Small records are merged into larger ones, and many of them at once into blocks. A read combines the blocks with the
 * changes in the records of the same snapshot.
 *
 * What it gives: a rebuild of 160,000 messages took some 100 µs of processor time an event and 284 MB of disk. With ordinary index entries
 * it took 264-303 µs and 804 MB, that is a third of the rate. With a list of blocks for each word, rewritten by each commit, to store a
 * message took 141-144 µs instead of 62-69 (commits of 2,048 messages).
 *
 * What it costs: this folder, about 1,100 lines. To remove it: delete the folder, open every index with `openEntryIndex` in read-file.ts,
 * and remove the branches for postings from read-view.ts and read-scrub.ts and the option `pace` from the read store. The next start then
 * fills the indexes again.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'lmdb';
import { foldedFieldReader } from '../../../define/index-fields.ts';
import { type Range, ReadStoreDamaged } from '../../../ports/read-store.ts';
import type { IndexBatch } from '../entry-index.ts';
import { bytesOfKey, changedBlocks, numbersIn, type PostingsDatabase, type Put, type Snapshot } from './blocks.ts';
import { type KeptChanges, keptChanges, netChange, type ReadChange, readChange } from './changed.ts';
import { Changes } from './changes.ts';
import { component, groupOf } from './group.ts';
import { GroupedRecords } from './grouped-records.ts';
import { changesIn } from './lookup.ts';
import { idsOf, lengthOf, type Manifest, noRecords, oldestOf } from './manifest.ts';
import { Merging } from './merging.ts';
import { changedNumbers, numberRangeOf } from './number-range.ts';
import type { Pace } from './pace.ts';
import { inRecords } from './record.ts';
import { mergedCount } from './tiers.ts';

/** Reads of one snapshot. */
export type PostingsReader = {
  numbers(range: Range): number[];
  /** How many bytes of records `numbers` searches for this range. They are searched once for each group. */
  searchedFor(range: Range): number;
  /** The changes in the records, for each group that has any. Yields to the event loop again and again. */
  changedGroups(): Promise<ReadonlyMap<string, readonly number[]>>;
  numbersAfter(group: string, changes: readonly number[]): number[];
};

export type Postings = {
  readonly database: PostingsDatabase;
  batch(): IndexBatch;
  /** Collects the changes of a batch for a record. */
  changes(): Changes;
  /** The writes for a record, based on the newest commit. They include the blocks that `prepareNext` prepared. */
  putsFor(record: Buffer): readonly Put[];
  /** Prepares the next blocks while the result of `putsFor` is being committed. */
  prepareNext(): void;
  read(transaction: Transaction): PostingsReader;
};

/** Some groups of the records that are being merged, and the changes to their blocks. */
type Part = {
  readonly merging: Merging;
  /** The names of the groups are above `after`, up to and including `upTo`. */
  readonly after: string;
  readonly upTo: string;
  readonly isLast: boolean;
  readonly puts: readonly Put[];
};

/** With each commit, at least this many bytes of records are grouped. */
const bytesPerCommit = 256 * 1024;
/** For a copy, records are read in parts of about this many bytes, with a yield after each. A long message has as many bytes as that. */
const bytesPerTurn = 8 * 1024;
/**
 * The bounds of the cache: the bytes of records, and the results of searches in each record. A client that searches reads page after page.
 */
const cachedMax = 8_000_000;
const foundMax = 200;

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, reverse: false };

/** No key of a block begins with one of these characters. */
const manifestKey = '\x01';
export const recordMark = '\x02';
const recordKey = (id: string): string => recordMark + id;
/** All keys of blocks are above this key. */
export const beforeBlocks = '\x1f';

type KeptRecord = { readonly text: string; readonly found: Map<string, KeptChanges> };

export const applyPuts = (database: PostingsDatabase, puts: readonly Put[]): void => {
  for (const { key, bytes } of puts) {
    if (bytes === undefined) void database.remove(bytesOfKey(key));
    else void database.put(bytesOfKey(key), bytes);
  }
};

export const openPostings = (
  database: PostingsDatabase,
  fields: readonly string[],
  { waitingMax, groupsPerCommit, groupsMax, recordMax }: Pace,
): Postings => {
  if (fields.length < 2) throw new Error('an index of postings needs at least two fields');
  const readFields = foldedFieldReader(fields);
  /** The records by id. A record never changes, and its id is never reused. */
  const cache = new Map<string, KeptRecord>();
  let cached = 0;
  /** The records being merged, the part of them that the next commit writes, and the function that prepares that part. */
  let currentMerge: Merging | undefined;
  let preparedPart: Part | undefined;
  let preparePart: (() => void) | undefined;

  const bytesAt = (key: string, snapshot: Snapshot): Buffer | undefined => database.get(bytesOfKey(key), snapshot);

  const manifestOf = (snapshot: Snapshot): Manifest => {
    const bytes = bytesAt(manifestKey, snapshot);
    return bytes === undefined ? noRecords : JSON.parse(bytes.toString('utf8'));
  };

  const bytesOfRecord = (id: string, snapshot: Snapshot): Buffer => {
    const bytes = bytesAt(recordKey(id), snapshot);
    if (bytes === undefined) throw new ReadStoreDamaged();
    return bytes;
  };

  const recordAt = (id: string, snapshot: Snapshot): KeptRecord => {
    const known = cache.get(id);
    if (known !== undefined) return known;
    const record = { text: bytesOfRecord(id, snapshot).toString('latin1'), found: new Map() };
    cache.set(id, record);
    cached += record.text.length;
    for (const [oldest, { text }] of cache) {
      if (cached <= cachedMax) break;
      cached -= text.length;
      cache.delete(oldest);
    }
    return record;
  };

  const changesOf = ({ text, found }: KeptRecord, group: string, components: readonly string[]): KeptChanges => {
    const known = found.get(group);
    if (known !== undefined) return known;
    const changes = keptChanges(changesIn(text, components));
    if (found.size >= foundMax) found.clear();
    found.set(group, changes);
    return changes;
  };

  const bytesOfRecords = (records: Manifest['records']): Buffer[] => records.map(([id]) => bytesOfRecord(id, {}));

  /**
   * A merge that has written the blocks of groups up to `name` must keep all its records. A new merge takes records up to `groupsMax`
   * groups, and at least the bytes of two commits. The reason is that a commit writes blocks of only one merge, and records must not arrive
   * faster than they are merged.
   */
  const mergingOf = (records: Manifest['records'], name: string, newBytes: number): Merging => {
    const ids = idsOf(records);
    const most = name === '' ? groupsMax : Number.POSITIVE_INFINITY;
    if (!currentMerge?.isOf(ids)) currentMerge = new Merging(ids, bytesOfRecords(records), most, 2 * newBytes);
    return currentMerge;
  };

  /**
   * The next groups to merge. Undefined while the records are still being grouped. The commit in progress does not change these groups. The
   * larger the commits (`newBytes`), the more is merged with each, so that a merge ends before the next one is due.
   */
  const partAfter = (records: Manifest['records'], name: string, newBytes: number): Part | undefined => {
    const merging = mergingOf(records, name, newBytes);
    const groups = merging.groups(Math.max(bytesPerCommit, 3 * newBytes));
    if (groups === undefined) return undefined;
    const part = groups.after(name, Math.max(groupsPerCommit, Math.ceil((3 * newBytes * groups.size) / merging.bytes)));
    const upTo = part.at(-1)?.name ?? name;
    const puts: Put[] = [];
    for (const { name: group, changes } of part)
      for (const put of changedBlocks(database, group, netChange(changes))) puts.push(put);
    return { merging, after: name, upTo, isLast: upTo === (groups.last ?? name), puts };
  };

  const isNext = ({ merging, after }: Part, records: Manifest['records'], upTo: string): boolean =>
    after === upTo && merging.isOf(idsOf(records.slice(0, merging.count)));

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
      const most = Math.max(waitingMax, 2 * newest.length);
      const merging = begun === 0 && waiting > waitingMax ? oldestOf(records, most) : begun;
      const [old, recent] = [records.slice(0, merging), records.slice(merging)];
      const [first = newest, ...others] = inRecords(newest, recordMax);
      const count = mergedCount([...recent.map(([, size]) => size), first.length], recordMax);
      const left = recent.slice(0, recent.length + 1 - count);
      const gone = recent.slice(left.length);
      const puts: Put[] = dropped(gone);
      const fresh = [...left];
      for (const bytes of [Buffer.concat([...bytesOfRecords(gone), first]), ...others]) {
        const id = randomBytes(8).toString('hex');
        puts.push({ key: recordKey(id), bytes });
        fresh.push([id, bytes.length]);
      }
      preparePart = undefined;
      if (merging === 0) return [...puts, manifestPut({ ...noRecords, records: fresh })];
      const part = preparedPart && isNext(preparedPart, old, upTo) ? preparedPart : undefined;
      // They are not passed as arguments of one call, because a part of a large commit has more values than fit on the stack.
      for (const put of part?.puts ?? []) puts.push(put);
      const merged = part?.merging.count ?? merging;
      if (part?.isLast) {
        currentMerge = undefined;
        const later = [...old.slice(merged), ...fresh];
        return [...puts, ...dropped(old.slice(0, merged)), manifestPut({ ...noRecords, records: later })];
      }
      const reached = part?.upTo ?? upTo;
      preparePart = () => {
        preparedPart = partAfter(old.slice(0, merged), reached, newest.length);
      };
      return [...puts, manifestPut({ records: [...old, ...fresh], merging: merged, upTo: reached })];
    },

    prepareNext() {
      const work = preparePart;
      [preparePart, preparedPart] = [undefined, undefined];
      work?.();
    },

    read(transaction) {
      const snapshot = { transaction };
      const known = new Map<string, ReadChange>();
      const { records, merging, upTo } = manifestOf(snapshot);
      /** Whether the blocks already contain the changes of a record to a group. */
      const isMerged = (record: number, group: string): boolean => record < merging && group <= upTo;
      const changesFor = (components: readonly string[], group: string): ReadChange => {
        const before = known.get(group);
        if (before !== undefined) return before;
        const changed = readChange(
          records.flatMap(([id], record) =>
            isMerged(record, group) ? [] : [changesOf(recordAt(id, snapshot), group, components)],
          ),
        );
        known.set(group, changed);
        return changed;
      };
      const waiting = lengthOf(records);
      return {
        searchedFor: ({ prefix }) => (known.has(groupOf(prefix.map(component))) ? 0 : waiting),
        numbers(range) {
          const numberRange = numberRangeOf(fields, range);
          const components = range.prefix.map(component);
          const group = groupOf(components);
          const stored = numbersIn(database, group, numberRange, snapshot);
          return changedNumbers(stored, changesFor(components, group), numberRange, range.limit);
        },
        async changedGroups() {
          const changes = new Map<string, number[]>();
          for (const [record, [id]] of records.entries())
            for (const part of inRecords(bytesOfRecord(id, snapshot), bytesPerTurn)) {
              const grouped = new GroupedRecords();
              grouped.add(part);
              for (const { name, changes: more } of grouped.groups().after('', Number.POSITIVE_INFINITY)) {
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
          changedNumbers(
            numbersIn(database, group, everything, snapshot),
            readChange([keptChanges(changes)]),
            everything,
            Number.POSITIVE_INFINITY,
          ),
      };
    },
  };
};
