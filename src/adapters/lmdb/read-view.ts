/**
 * Reads of one snapshot of the read store. Long reads yield to the event loop. A series of short reads also yields. Otherwise each would be
 * answered at once, and a query with thousands of them would block the event loop. The snapshot stays the same.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'lmdb';
import type { ReadModel } from '../../define/projection.ts';
import {
  type Checkpoint,
  type Key,
  type Keyed,
  type Range,
  ReadStoreDamaged,
  type ReadView,
} from '../../ports/read-store.ts';
import type { EntryIndex } from './entry-index.ts';
import { documentKey, documentKeyOf, type Entry } from './index-keys.ts';
import type { Postings, PostingsReader } from './postings/postings.ts';
import type { ReadFile, TextDatabase } from './read-file.ts';

const readsPerTurnMax = 1000;
/** The search for the beginning of a range takes as long as this many reads. */
const readsOfSearch = 10;
/** A search for a word in this many bytes of postings records takes as long as one read. */
const bytesPerRead = 3_000;
/** How many characters of documents are parsed before a yield. A message with many edits may have a million. */
const lengthPerTurn = 256 * 1024;

export const openReadView = (file: ReadFile, transaction: Transaction, checkpoint: Checkpoint) => {
  const held = { transaction };
  const readers = new Map<Postings, PostingsReader>();
  let ended = false;
  /** Characters parsed, and keys looked up, in this turn of the event loop. */
  let sinceTurn = 0;
  let readsSinceTurn = 0;
  /** The turn for which reads wait. */
  let turn: Promise<void> | undefined;

  const isTurnDue = (): boolean => readsSinceTurn >= readsPerTurnMax || sinceTurn >= lengthPerTurn;

  /** Waits for a turn of the event loop that has room for more reads. Reads that are requested together wait for the same turn. */
  const inLaterTurn = async (reads: number): Promise<void> => {
    while (isTurnDue()) {
      turn ??= nextTurn().then(() => {
        turn = undefined;
        sinceTurn = 0;
        readsSinceTurn = 0;
      });
      await turn;
    }
    readsSinceTurn += reads;
    if (ended) throw new Error('the snapshot has ended');
  };

  /** The wait before this many reads may begin. Undefined if the current turn has room for them. */
  const roomFor = (reads: number): Promise<void> | undefined => {
    if (isTurnDue()) return inLaterTurn(reads);
    readsSinceTurn += reads;
    return undefined;
  };

  const modelOf = <D>({ name }: ReadModel<D>) => {
    // Reading with an ended transaction would read freed memory.
    if (ended) throw new Error('the snapshot has ended');
    return file.modelNamed(name);
  };

  const indexOf = <D>(model: ReadModel<D>, name: string): EntryIndex | Postings => {
    const index = modelOf(model).indexes.get(name);
    if (index === undefined) throw new Error(`${model.name} has no index ${name}`);
    return index;
  };

  /** One reader for the whole snapshot, because it caches its results. */
  const readerOf = (postings: Postings): PostingsReader => {
    const reader = readers.get(postings) ?? postings.read(transaction);
    readers.set(postings, reader);
    return reader;
  };

  /** The cost of finding a range, in reads. */
  const costOf = (index: EntryIndex | Postings, range: Range): number =>
    readsOfSearch + ('codec' in index ? 0 : Math.ceil(readerOf(index).searchedFor(range) / bytesPerRead));

  const documentAt = <D>(documents: TextDatabase, key: string): D | undefined => {
    const text = documents.get(key, held);
    if (text === undefined) return undefined;
    sinceTurn += text.length;
    try {
      return JSON.parse(text) as D;
    } catch (error) {
      throw new ReadStoreDamaged(error);
    }
  };

  const indexed = <D>(documents: TextDatabase, entry: Entry): D => {
    const document = documentAt<D>(documents, documentKeyOf(entry));
    if (document === undefined) throw new ReadStoreDamaged();
    return document;
  };

  const entriesOf = ({ codec, database }: EntryIndex, { reverse = false, limit, ...range }: Range): Entry[] => {
    const { lower, upper } = codec.bounds(range);
    const first = lower && { [reverse ? 'end' : 'start']: lower };
    return [...database.getKeys({ ...first, [reverse ? 'start' : 'end']: upper, reverse, limit, ...held })];
  };

  /** Calls `read` for each key, with a yield after a bounded number of keys. */
  const readInSlices = async <K, T>(keys: readonly K[], read: (key: K) => T): Promise<T[]> => {
    const results: T[] = [];
    for (const key of keys) {
      const later = roomFor(1);
      if (later !== undefined) await later;
      results.push(read(key));
    }
    return results;
  };

  const view: ReadView = {
    checkpoint,

    async get<D>(model: ReadModel<D>, id: string) {
      const later = roomFor(1);
      if (later !== undefined) await later;
      return documentAt<D>(modelOf(model).documents, documentKey(id));
    },

    async getMany<D>(model: ReadModel<D>, ids: readonly string[]) {
      const { documents } = modelOf(model);
      return readInSlices(ids.map(documentKey), (key) => documentAt<D>(documents, key));
    },

    async scan<D>(model: ReadModel<D>, index: string, range: Range) {
      const later = roomFor(readsOfSearch);
      if (later !== undefined) await later;
      const { documents } = modelOf(model);
      const found = indexOf(model, index);
      if (!('codec' in found)) throw new Error(`${model.name}.${index} holds postings: only its keys can be read`);
      return readInSlices(entriesOf(found, range), (entry) => indexed<D>(documents, entry));
    },

    async scanKeys<D>(model: ReadModel<D>, name: string, range: Range): Promise<Key[][]> {
      const { documents } = modelOf(model);
      const index = indexOf(model, name);
      const later = roomFor(costOf(index, range));
      if (later !== undefined) await later;
      if (!('codec' in index))
        return readerOf(index)
          .numbers(range)
          .map((number) => [...range.prefix, number]);
      return readInSlices(
        entriesOf(index, range),
        (entry) => index.codec.values(entry) ?? index.codec.valuesIn(indexed<object>(documents, entry), entry),
      );
    },

    async count<D>(model: ReadModel<D>, index: string, range: Range) {
      const found = indexOf(model, index);
      const later = roomFor(costOf(found, range));
      if (later !== undefined) await later;
      return 'codec' in found ? entriesOf(found, range).length : readerOf(found).numbers(range).length;
    },

    async everything<D>(model: ReadModel<D>, after: string | undefined, limit: number): Promise<Keyed<D>[]> {
      const { documents } = modelOf(model);
      const start = after === undefined ? {} : { start: after, exclusiveStart: true };
      const keys = [...documents.getKeys({ ...start, limit, ...held })];
      return readInSlices(keys, (key) => ({ key, document: documentAt<D>(documents, key) as D }));
    },
  };

  return {
    view,
    end(): void {
      ended = true;
      transaction.done();
    },
  };
};
