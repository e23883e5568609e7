/**
 * An index of postings: which numbers (message ids) a group (a word of an organization) has. What a commit changes is written as
 * one value, a segment; segments are merged as they gather, and in bulk into blocks once they hold much. Reading takes what the
 * blocks say and what the segments say since, all of one transaction.
 *
 * An entry a posting would be some 35 pages touched for each message.
 */
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'lmdb';
import type { Range } from '../../../ports/read-store.ts';
import { changedBlocks, type Moment, numbersIn, type PostingsDatabase, type Put } from './blocks.ts';
import { type Changes, changesOf } from './changes.ts';
import { groupOf } from './group.ts';
import { type Buckets, bucketsOf, type Changed, changesIn, hashOf, merged, outcome, textOf } from './segment.ts';
import { stretchOf, taken } from './stretch.ts';
import { mergedCount } from './tiers.ts';

/** Oldest first: under which id a segment stands, and how many changes it was made of. */
type Manifest = readonly (readonly [id: string, size: number])[];

/** Of one moment. */
export type PostingsReader = {
  /** The numbers of a range, in its order. */
  numbers(range: Range): number[];
  /** Every group that segments say something about. */
  changedGroups(): ReadonlySet<string>;
  numbersOf(group: string): number[];
};

export type Postings = {
  readonly database: PostingsDatabase;
  /** Gathers what a batch changes. */
  changes(): Changes;
  /** What is to be written for it, as the newest commit stands. */
  putsFor(changes: Changes): readonly Put[];
  read(transaction: Transaction): PostingsReader;
};

/** So many changes wait in segments before they go into blocks: the more, the fewer times a block is written again. */
export const waitingMaxDefault = 250_000;
/** Texts of segments kept for reading, characters. */
const cachedMax = 8_000_000;

/** No key of a block begins so. */
const manifestKey = '\x01';
export const segmentMark = '\x02';
const segmentKey = (id: string): string => segmentMark + id;
/** Keys above it are those of blocks. */
export const beforeBlocks = '\x1f';

export const openPostings = (database: PostingsDatabase, fields: readonly string[], waitingMax: number): Postings => {
  if (fields.length < 2) throw new Error('an index of postings has two fields or more');
  /** A segment never changes: its id is never given again. */
  const cache = new Map<string, { readonly buckets: Buckets; readonly length: number }>();
  let cached = 0;

  const bytesAt = (key: string, moment: Moment): Buffer | undefined =>
    database.get(key, moment as { transaction: Transaction });

  const manifestOf = (moment: Moment): Manifest => {
    const bytes = bytesAt(manifestKey, moment);
    return bytes === undefined ? [] : JSON.parse(bytes.toString('latin1'));
  };

  const textOfSegment = (id: string, moment: Moment): string => {
    const bytes = bytesAt(segmentKey(id), moment);
    if (bytes === undefined) throw new Error('a segment of postings is not there');
    return bytes.toString('latin1');
  };

  const bucketsOfSegment = (id: string, moment: Moment): Buckets => {
    const known = cache.get(id);
    if (known !== undefined) return known.buckets;
    const text = textOfSegment(id, moment);
    const buckets = bucketsOf(text);
    cache.set(id, { buckets, length: text.length });
    cached += text.length;
    for (const [oldest, { length }] of cache) {
      if (cached <= cachedMax) break;
      cached -= length;
      cache.delete(oldest);
    }
    return buckets;
  };

  const manifestPut = (manifest: Manifest): Put => ({ key: manifestKey, bytes: Buffer.from(JSON.stringify(manifest)) });
  const dropped = (manifest: Manifest): Put[] => manifest.map(([id]) => ({ key: segmentKey(id), bytes: undefined }));

  return {
    database,

    changes: () => changesOf(fields),

    putsFor(changes) {
      if (changes.size() === 0) return [];
      const manifest = manifestOf({});
      const sizes = [...manifest.map(([, size]) => size), changes.size()];
      const isFull = sizes.reduce((sum, size) => sum + size) > waitingMax;
      const count = isFull ? sizes.length : mergedCount(sizes);
      const left = manifest.slice(0, sizes.length - count);
      const gone = manifest.slice(left.length);
      const older = gone.map(([id]) => textOfSegment(id, {}));
      const segment = merged(older, changes.segment());
      if (isFull) {
        const blocks = [...segment.keys()]
          .sort()
          .flatMap((group) => changedBlocks(database, group, outcome(segment.get(group) ?? '')));
        return [...dropped(gone), manifestPut([]), ...blocks];
      }
      const id = randomBytes(8).toString('hex');
      const size = sizes.slice(left.length).reduce((sum, one) => sum + one);
      const bytes = Buffer.from(textOf(segment), 'latin1');
      return [...dropped(gone), { key: segmentKey(id), bytes }, manifestPut([...left, [id, size]])];
    },

    read(transaction) {
      const moment = { transaction };
      const known = new Map<string, Changed>();
      const manifest = manifestOf(moment);
      const changesFor = (group: string): Changed => {
        const before = known.get(group);
        if (before !== undefined) return before;
        const hash = hashOf(group);
        const changes = manifest.map(([id]) => changesIn(bucketsOfSegment(id, moment), group, hash));
        const changed = outcome(changes.join(''));
        known.set(group, changed);
        return changed;
      };
      return {
        numbers(range) {
          const stretch = stretchOf(fields, range);
          const group = groupOf(range.prefix);
          const standing = numbersIn(database, group, stretch, moment);
          return taken(standing, changesFor(group), stretch, range.limit);
        },
        changedGroups() {
          const texts = manifest.map(([id]) => textOfSegment(id, moment));
          return new Set(merged(texts, new Map()).keys());
        },
        numbersOf(group) {
          const stretch = { from: 0, to: Number.MAX_SAFE_INTEGER, reverse: false };
          return taken(
            numbersIn(database, group, stretch, moment),
            changesFor(group),
            stretch,
            Number.POSITIVE_INFINITY,
          );
        },
      };
    },
  };
};
