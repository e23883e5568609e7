/**
 * The read store's LMDB environment. Documents of a model: document key → JSON text. An index: entries without values.
 * JSON and not msgpack: 100 documents take 1.6 times as long to decode, measured, but what comes back is exactly what
 * went in, and a copy for a scrub carries no shared structures along.
 */
import { type Database, open, type Transaction } from 'lmdb';
import type { Indexes } from '../../define/projection.ts';
import { type Checkpoint, ReadStoreUnavailable } from '../../ports/read-store.ts';
import { causeOf } from './commit-outcome.ts';
import { type EntryCodec, entryCodec } from './index-keys.ts';
import { keyEncoder } from './key-encoder.ts';
import type { Put } from './postings/blocks.ts';
import { openPostings, type Postings, paceDefault } from './postings/postings.ts';
import { changesOf, putChanges } from './read-changes.ts';
import type { Prepared } from './read-handover.ts';

export type Texts = Database<string, string>;
export type Entries = Database<Uint8Array, string>;
export type Index = { readonly codec: EntryCodec; readonly entries: Entries };
export type Model = {
  readonly documents: Texts;
  readonly indexes: ReadonlyMap<string, Index>;
  readonly postings: ReadonlyMap<string, Postings>;
};
export type ModelDefinition = {
  readonly name: string;
  readonly indexes: Indexes;
  readonly postings?: readonly string[] | undefined;
};

export type ReadFile = ReturnType<typeof openReadFile>;

const databasesMax = 500;
/** Each moment that some snapshot still holds takes one. */
const readersMax = 2000;
const entriesPerBatch = 1000;
const texts = { encoding: 'string' as const, keyEncoder };
const entries = { encoding: 'binary' as const, keyEncoder };
const nothing = Buffer.alloc(0);
const firstKey = '\0';
const checkpointKey = 'checkpoint';
const stateName = 'state';

/** A document as it is handed to an index that is new. */
type Standing = { readonly key: string; readonly document: object };

/** An index whose fields change is another index, and so is one that is kept in another way. */
const kinds = { index: 'index', postings: 'postings by records' } as const;
const nameOfIndex = (kind: keyof typeof kinds, model: string, index: string, fields: readonly string[]): string =>
  `${kinds[kind]} ${model} ${index} ${fields.join(',')}`;

export const applyPuts = ({ database }: Postings, puts: readonly Put[]): void => {
  for (const { key, bytes } of puts) {
    if (bytes === undefined) void database.remove(key);
    else void database.put(key, bytes);
  }
};

/** `pace`: see postings.ts. */
export const openReadFile = (path: string, pace = paceDefault) => {
  // No batching by turns of the event loop: its own promise would be rejected unheard when a commit fails.
  const root = open({
    path,
    maxDbs: databasesMax,
    maxReaders: readersMax,
    noSync: true,
    eventTurnBatching: false,
  });
  const openTexts = (name: string): Texts => root.openDB(name, texts);
  const openEntries = (name: string): Entries => root.openDB(name, entries);
  const state = openTexts(stateName);
  let models: ReadonlyMap<string, Model> = new Map();

  const modelNamed = (name: string): Model => {
    const model = models.get(name);
    if (model === undefined) throw new Error(`the read store was not opened with a model ${name}`);
    return model;
  };

  /**
   * Brings a new index up to the documents that are there; marked when done, so that half of it is not taken for all. `entering`
   * reads what stands and gives what is to be put.
   */
  const fill = async (
    name: string,
    documents: Texts,
    entering: (chunk: readonly Standing[]) => () => void,
  ): Promise<void> => {
    if (state.get(name) !== undefined) return;
    await openEntries(name).clearAsync();
    let last = firstKey;
    for (;;) {
      root.resetReadTxn();
      const chunk = [...documents.getRange({ start: last, exclusiveStart: true, limit: entriesPerBatch })];
      const puts = entering(chunk.map(({ key, value }) => ({ key, document: JSON.parse(value) })));
      await root.batch(() => {
        puts();
        if (chunk.length < entriesPerBatch) void state.put(name, 'complete');
      });
      const end = chunk.at(-1);
      if (end === undefined || chunk.length < entriesPerBatch) return;
      last = end.key;
    }
  };

  const openIndex = async (name: string, fields: readonly string[], documents: Texts): Promise<Index> => {
    const index = { codec: entryCodec(fields), entries: openEntries(name) };
    await fill(name, documents, (chunk) => {
      const keys = chunk.flatMap(({ key, document }) => index.codec.entries(document, key));
      return () => {
        for (const key of keys) void index.entries.put(key, nothing);
      };
    });
    return index;
  };

  const openFilledPostings = async (name: string, fields: readonly string[], documents: Texts): Promise<Postings> => {
    const postings = openPostings(root.openDB<Buffer, string>(name, entries), fields, pace);
    await fill(name, documents, (chunk) => {
      const changes = postings.changes();
      for (const { document } of chunk) changes.replace(undefined, document);
      const puts = postings.putsFor(changes.record());
      return () => applyPuts(postings, puts);
    });
    return postings;
  };

  const dropAllBut = async (kept: ReadonlySet<string>): Promise<void> => {
    for (const name of [...root.getKeys()].map(String)) {
      if (kept.has(name)) continue;
      const dropped = openEntries(name);
      await root.batch(() => {
        void state.remove(name);
        void dropped.drop();
      });
    }
  };

  return {
    path,
    pace,
    modelNamed,

    /** Opens what is named, fills indexes that are new, drops everything else. */
    async define(definitions: readonly ModelDefinition[]): Promise<void> {
      const kept = new Set([stateName]);
      const opened = new Map<string, Model>();
      for (const { name, indexes, postings: named = [] } of definitions) {
        const documents = openTexts(`documents ${name}`);
        kept.add(`documents ${name}`);
        const own = new Map<string, Index>();
        const postings = new Map<string, Postings>();
        for (const [index, fields] of Object.entries(indexes)) {
          const kind = named.includes(index) ? 'postings' : 'index';
          const nameInFile = nameOfIndex(kind, name, index, fields);
          kept.add(nameInFile);
          if (kind === 'index') own.set(index, await openIndex(nameInFile, fields, documents));
          else postings.set(index, await openFilledPostings(nameInFile, fields, documents));
        }
        opened.set(name, { documents, indexes: own, postings });
      }
      await dropAllBut(kept);
      models = opened;
    },

    /** From here on reads see the newest commit, whichever thread made it. */
    refresh: (): void => root.resetReadTxn(),

    /** Everything in one transaction, or nothing. Not while another is under way: what stands is read before. */
    async write(writes: readonly Prepared[], checkpoint: Checkpoint | undefined): Promise<void> {
      root.resetReadTxn();
      const changed = changesOf(modelNamed, writes);
      const puts = [...changed.records].map(([postings, record]) => ({ postings, puts: postings.putsFor(record) }));
      const committed = this.together(() => {
        putChanges(changed);
        for (const { postings, puts: own } of puts) applyPuts(postings, own);
        if (checkpoint !== undefined) void state.put(checkpointKey, JSON.stringify(checkpoint));
      });
      try {
        for (const { postings } of puts) postings.workAhead();
      } finally {
        await committed.finally(() => root.resetReadTxn());
      }
    },

    /** Runs `puts` as one transaction. */
    async together(puts: () => void): Promise<void> {
      try {
        await root.batch(puts);
      } catch (error) {
        const cause = await causeOf(error);
        throw new ReadStoreUnavailable('the read models could not be written', { cause });
      }
    },

    /** The checkpoint goes first: a half-emptied store has none. */
    async empty(): Promise<void> {
      await state.remove(checkpointKey);
      for (const { documents, indexes, postings } of models.values()) {
        await documents.clearAsync();
        for (const { entries: all } of indexes.values()) await all.clearAsync();
        for (const { database } of postings.values()) await database.clearAsync();
      }
      root.resetReadTxn();
    },

    /** The newest commit, held for as long as it is wanted: whatever is read with it is of one moment. */
    beginRead(): Transaction {
      root.resetReadTxn();
      return root.useReadTransaction();
    },

    /** As of a transaction, or the newest. */
    checkpoint(transaction?: Transaction): Checkpoint | undefined {
      const text = transaction === undefined ? state.get(checkpointKey) : state.get(checkpointKey, { transaction });
      return text === undefined ? undefined : JSON.parse(text);
    },

    async close(): Promise<void> {
      // After a failed commit LMDB's closing waits for ever for that one; an empty transaction takes its place.
      await root.batch(() => {});
      await root.close();
    },
  };
};
