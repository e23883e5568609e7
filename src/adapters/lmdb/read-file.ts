/**
 * The read store's LMDB environment. Its databases: `state` contains the checkpoint and the names of complete indexes; `documents <model>`
 * maps the key of a document to JSON text; each index has a database of its own (see entry-index.ts and postings/postings.ts).
 *
 * Documents are stored as JSON, not as msgpack. Decoding takes 1.6 times as long. In return a document is read exactly as it was written,
 * and can be copied without the structures that msgpack records share.
 */
import type { Key, Transaction } from 'lmdb';
import type { Indexes } from '../../define/projection.ts';
import { type Checkpoint, ReadStoreUnavailable } from '../../ports/read-store.ts';
import { causeOf } from './commit-outcome.ts';
import { type EntryIndex, openEntryIndex } from './entry-index.ts';
import { openEnvironment } from './environment.ts';
import { compareEntries, compareTexts, type Entry } from './index-keys.ts';
import { type Layer, layered, type Table } from './layered.ts';
import { paceDefault } from './postings/pace.ts';
import { openPostings, type Postings } from './postings/postings.ts';
import { changesOf, type Prepared, type Puts } from './read-changes.ts';
import type { SerializedWrite } from './serialized-write.ts';

export type TextDatabase = Table<string, string>;
export type Index = EntryIndex | Postings;
export type Model = { readonly documents: TextDatabase; readonly indexes: ReadonlyMap<string, Index> };
export type ModelDefinition = {
  readonly name: string;
  readonly indexes: Indexes;
  readonly postings?: readonly string[] | undefined;
};

export type ReadFile = ReturnType<typeof openReadFile>;

const databasesMax = 500;
/** Each open snapshot uses one reader. */
const readersMax = 2000;
const documentsPerTransaction = 1000;
const checkpointKey = 'checkpoint';
const stateName = 'state';

const documentsName = (model: string): string => `documents ${model}`;
/** The name of an index changes when its fields change or when it becomes postings. The new index is then filled from the documents. */
const indexName = (model: string, index: string, fields: readonly string[], isPostings: boolean): string =>
  `${isPostings ? 'postings' : 'index'} ${model} ${index} ${fields.join(',')}`;

/**
 * The length of a mark differs from all values of its kind: JSON text and the values of postings are never empty, and entries are always
 * empty.
 */
type Kind<V, K> = {
  readonly options: { encoding: 'string' | 'binary'; keyEncoding?: 'binary' };
  readonly layer: Layer<V, K>;
};
const texts: Kind<string, string> = { options: { encoding: 'string' }, layer: { removed: '', compare: compareTexts } };
const entries: Kind<Buffer, Entry> = {
  options: { encoding: 'binary' },
  layer: { removed: Buffer.alloc(1), compare: compareEntries },
};
const blocks: Kind<Buffer, Buffer> = {
  options: { encoding: 'binary', keyEncoding: 'binary' },
  layer: { removed: Buffer.alloc(0), compare: Buffer.compare },
};

const isEmpty = (table: { getKeys(range: { readonly limit: number }): Iterable<unknown> }): boolean =>
  [...table.getKeys({ limit: 1 })].length === 0;

/** `pace`: see postings/postings.ts. `over`: the path of a file below this one (see layered.ts). */
export const openReadFile = (path: string, pace = paceDefault, over?: string) => {
  const base =
    over === undefined
      ? undefined
      : openEnvironment({ path: over, readOnly: true, maxDbs: databasesMax, maxReaders: readersMax });
  // With `eventTurnBatching` a failed commit would also reject a promise that no caller can handle.
  const root = openEnvironment({
    path,
    maxDbs: databasesMax,
    maxReaders: readersMax,
    noSync: true,
    eventTurnBatching: false,
  });
  const names = new Set([...(base?.getKeys() ?? [])].map(String));
  const openTable = <V extends { readonly length: number }, K extends Key>(
    name: string,
    { options, layer }: Kind<V, K>,
  ): Table<V, K> => {
    const upper = root.openDB<V, K>(name, options);
    return base && names.has(name) ? layered({ upper, lower: base.openDB<V, K>(name, options) }, layer) : upper;
  };
  const state = openTable(stateName, texts);
  let models: ReadonlyMap<string, Model> = new Map();
  let beingCommitted: Puts | undefined;
  let parsed: { readonly text: string; readonly checkpoint: Checkpoint } | undefined;

  const modelNamed = (name: string): Model => {
    const model = models.get(name);
    if (model === undefined) throw new Error(`the read store was not opened with a model ${name}`);
    return model;
  };

  /**
   * Fills an index with the entries of all documents. The index is marked as complete at the end, so that a partly filled index is filled
   * again.
   */
  const fill = async (name: string, index: Index, documents: TextDatabase): Promise<void> => {
    await index.database.clearAsync();
    let last: string | undefined;
    for (;;) {
      root.resetReadTxn();
      if ('prepareNext' in index) index.prepareNext();
      const start = last === undefined ? {} : { start: last, exclusiveStart: true };
      const chunk = [...documents.getRange({ ...start, limit: documentsPerTransaction })];
      const isLast = chunk.length < documentsPerTransaction;
      const batch = index.batch();
      for (const { key, value } of chunk) batch.replace(undefined, JSON.parse(value), key);
      const put = batch.finish();
      await root.batch(() => {
        put();
        if (isLast) void state.put(name, 'complete');
      });
      if (isLast) return;
      last = chunk.at(-1)?.key;
    }
  };

  const dropAllBut = async (kept: ReadonlySet<string>): Promise<void> => {
    for (const name of [...root.getKeys()].map(String)) {
      if (kept.has(name)) continue;
      const dropped = root.openDB({ name });
      await root.batch(() => {
        void state.remove(name);
        void dropped.drop();
      });
    }
  };

  return {
    path,
    pace,
    over,
    modelNamed,

    /** Opens the models, fills new indexes, and drops all other databases. */
    async define(definitions: readonly ModelDefinition[]): Promise<void> {
      const kept = new Set([stateName]);
      /** New indexes without documents, which are complete. A new store has no others. */
      const empty: string[] = [];
      const opened = new Map<string, Model>();
      for (const { name, indexes, postings } of definitions) {
        const documents = openTable(documentsName(name), texts);
        kept.add(documentsName(name));
        const own = new Map<string, Index>();
        for (const [declared, fields] of Object.entries(indexes)) {
          const isPostings = postings?.includes(declared) ?? false;
          const nameInFile = indexName(name, declared, fields, isPostings);
          kept.add(nameInFile);
          const index = isPostings
            ? openPostings(openTable(nameInFile, blocks), fields, pace)
            : openEntryIndex(openTable(nameInFile, entries), fields);
          if (state.get(nameInFile) === undefined) {
            if (isEmpty(documents) && isEmpty(index.database)) empty.push(nameInFile);
            else await fill(nameInFile, index, documents);
          }
          own.set(declared, index);
        }
        opened.set(name, { documents, indexes: own });
      }
      const markEmpty = (): void => {
        for (const name of empty) void state.put(name, 'complete');
      };
      if (empty.length > 0) await root.batch(markEmpty);
      await dropAllBut(kept);
      models = opened;
    },

    /** Makes later reads see the newest commit, whichever thread made it. */
    refresh: (): void => root.resetReadTxn(),

    /** Computes the changes of the next batch. Only the transaction under way may be written before it. Throws DocumentRefused. */
    prepare(writes: Iterable<SerializedWrite>): Prepared {
      root.resetReadTxn();
      return changesOf(modelNamed, writes, beingCommitted);
    },

    /** Writes everything in one transaction, or nothing. Calls must not overlap. */
    async write(batch: Iterable<SerializedWrite> | Prepared, checkpoint: Checkpoint | undefined): Promise<void> {
      const prepared = 'finish' in batch ? batch : this.prepare(batch);
      root.resetReadTxn();
      const putChanges = prepared.finish();
      beingCommitted = prepared.puts;
      const committed = this.transaction(() => {
        putChanges();
        if (checkpoint !== undefined) void state.put(checkpointKey, JSON.stringify(checkpoint));
      });
      try {
        for (const { indexes } of models.values())
          for (const index of indexes.values()) if ('prepareNext' in index) index.prepareNext();
      } finally {
        await committed.finally(() => {
          beingCommitted = undefined;
          root.resetReadTxn();
        });
      }
    },

    /** Runs `puts` as one transaction. What `puts` throws is no fault of the store, and is thrown as it is. */
    async transaction(puts: () => void): Promise<void> {
      let fault: { readonly thrown: unknown } | undefined;
      const guarded = (): void => {
        try {
          puts();
        } catch (thrown) {
          fault = { thrown };
          throw thrown;
        }
      };
      try {
        await root.batch(guarded);
      } catch (error) {
        if (fault) throw fault.thrown;
        const cause = await causeOf(error);
        throw new ReadStoreUnavailable('the read models could not be written', { cause });
      }
    },

    /** Removes the checkpoint first, so that a half-emptied store has none. Not for a file over another one. */
    async empty(): Promise<void> {
      await state.remove(checkpointKey);
      for (const { documents, indexes } of models.values()) {
        await documents.clearAsync();
        for (const { database } of indexes.values()) await database.clearAsync();
      }
      root.resetReadTxn();
    },

    /** A snapshot of the newest commit. It must be released with `done`. */
    beginRead(): Transaction {
      root.resetReadTxn();
      return root.useReadTransaction();
    },

    /**
     * Writes the newest commit into another file, together with unused pages. A write to a file that lmdb 3.5.6 has compacted would end the
     * process with a signal.
     */
    copyTo: (target: string): Promise<void> => root.backup(target, false),

    /** The checkpoint in a snapshot, or the newest one. */
    checkpoint(transaction?: Transaction): Checkpoint | undefined {
      const text = transaction === undefined ? state.get(checkpointKey) : state.get(checkpointKey, { transaction });
      // Parsed only once, because most snapshots have the same checkpoint as the one before.
      if (text !== undefined && text !== parsed?.text) parsed = { text, checkpoint: JSON.parse(text) };
      return text === undefined ? undefined : parsed?.checkpoint;
    },

    async close(): Promise<void> {
      // After a failed commit lmdb's `close` waits forever for that commit, unless another transaction has succeeded since.
      await root.batch(() => {});
      await root.close();
      await base?.close();
    },
  };
};
