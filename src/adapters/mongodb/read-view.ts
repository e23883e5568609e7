/** Reads from one snapshot of the read store. */
import type { AggregateOptions, ClientSession, Collection, Db, FindOptions } from 'mongodb';
import { assertLeadsToDocuments, type ReadModel } from '../../define/projection.ts';
import type { Checkpoint, Key, Keyed, Range, ReadView } from '../../ports/read-store.ts';
import { orUnavailable } from './errors.ts';
import { type IndexQuery, indexQuery } from './index-query.ts';
import { collectionName } from './service-documents.ts';
import { type IndexFields, keyOf, type StoredDocument } from './stored-document.ts';

export type Models = ReadonlyMap<string, readonly IndexFields[]>;

/** Documents are fetched in batches of this size, so that parsing a batch never blocks the process for long. */
const batchSize = 1000;
const idsMax = 5000;
/** The time limit of a single read on the server. It is far longer than any query of this service takes. */
const readMsMax = 60_000;
/** The greatest limit that MongoDB accepts. A greater limit is left out. */
const limitMax = 2 ** 31 - 1;

export type Snapshot = {
  readonly session: ClientSession;
  /** Runs reads one after the other in a transaction, which takes one operation at a time. A snapshot session takes any number. */
  readonly inOrder: <T>(read: () => Promise<T>) => Promise<T>;
  /** Options that every read of the snapshot needs. */
  readonly options: Pick<FindOptions & AggregateOptions, 'readConcern'>;
  isOver(): boolean;
};

/** Which collections are read, and the checkpoint up to which they were built. */
export type Contents = { readonly checkpoint: Checkpoint; readonly generation: number };

export const readView = (
  db: Db,
  models: Models,
  snapshot: Snapshot,
  { checkpoint, generation }: Contents,
): ReadView => {
  const always = { session: snapshot.session, maxTimeMS: readMsMax, ...snapshot.options };

  const read = <T>(work: () => Promise<T>): Promise<T> =>
    snapshot.inOrder(() => {
      if (snapshot.isOver()) throw new Error('the snapshot has ended');
      return orUnavailable(work);
    });

  const collectionOf = ({ name }: ReadModel<unknown>): Collection<StoredDocument> => {
    if (!models.has(name)) throw new Error(`the read store was not opened with a model ${name}`);
    return db.collection(collectionName(name, generation));
  };

  const indexOf = (model: ReadModel<unknown>, name: string): IndexFields => {
    const index = models.get(model.name)?.find((declared) => declared.name === name);
    if (index === undefined) throw new Error(`${model.name} has no index ${name}`);
    return index;
  };

  /** The results of a query, in order. */
  const found = async <T>(
    collection: Collection<StoredDocument>,
    filter: object,
    options: FindOptions,
    of: (stored: StoredDocument) => T,
  ): Promise<T[]> => {
    const cursor = collection.find(filter, { ...always, batchSize, ...options });
    const results: T[] = [];
    try {
      while (await cursor.hasNext()) for (const stored of cursor.readBufferedDocuments()) results.push(of(stored));
    } finally {
      await cursor.close();
    }
    return results;
  };

  const optionsOf = ({ sort, hint }: IndexQuery, { limit }: Range): FindOptions =>
    limit > limitMax ? { sort, hint } : { sort, hint, limit };

  const view: ReadView = {
    checkpoint,

    async get<D>(model: ReadModel<D>, id: string) {
      const [document] = await view.getMany(model, [id]);
      return document;
    },

    async getMany<D>(model: ReadModel<D>, ids: readonly string[]) {
      const collection = collectionOf(model);
      const wanted = [...new Set(ids)];
      const documents = new Map<string, D>();
      for (let at = 0; at < wanted.length; at += idsMax) {
        const filter = { _id: { $in: wanted.slice(at, at + idsMax) } };
        await read(() =>
          found(collection, filter, { projection: { json: 1 } }, (stored) =>
            documents.set(stored._id, JSON.parse(stored.json)),
          ),
        );
      }
      return ids.map((id) => documents.get(id));
    },

    async scan<D>(model: ReadModel<D>, index: string, range: Range) {
      assertLeadsToDocuments(model, index);
      const [collection, query] = [collectionOf(model), indexQuery(indexOf(model, index), range)];
      if (range.limit <= 0) return [];
      const options = { ...optionsOf(query, range), projection: { _id: 0, json: 1 } };
      return read(() => found(collection, query.filter, options, ({ json }) => JSON.parse(json) as D));
    },

    async scanKeys<D>(model: ReadModel<D>, name: string, range: Range): Promise<Key[][]> {
      const [collection, query] = [collectionOf(model), indexQuery(indexOf(model, name), range)];
      if (range.limit <= 0) return [];
      // Only fields of the index are requested, so that no document is fetched.
      const wanted = query.open.length === 0 ? { _id: 1 } : { _id: 0, ...Object.fromEntries(query.open.map(one)) };
      const options = { ...optionsOf(query, range), projection: wanted };
      return read(() =>
        found(collection, query.filter, options, (stored) => [
          ...range.prefix,
          ...query.open.map((field) => keyOf(stored[field])),
        ]),
      );
    },

    async count<D>(model: ReadModel<D>, index: string, range: Range) {
      const [collection, { filter, hint }] = [collectionOf(model), indexQuery(indexOf(model, index), range)];
      if (range.limit <= 0) return 0;
      const stages = [{ $match: filter }, { $limit: Math.min(range.limit, limitMax) }, { $count: 'entries' }];
      return read(async () => {
        const [counted] = await collection.aggregate<{ entries: number }>(stages, { ...always, hint }).toArray();
        return counted?.entries ?? 0;
      });
    },

    async everything<D>(model: ReadModel<D>, after: string | undefined, limit: number): Promise<Keyed<D>[]> {
      const filter = after === undefined ? {} : { _id: { $gt: after } };
      const options: FindOptions = { sort: { _id: 1 }, limit, projection: { json: 1 } };
      return read(() =>
        found(collectionOf(model), filter, options, ({ _id, json }) => ({ key: _id, document: JSON.parse(json) as D })),
      );
    },
  };
  return view;
};

const one = (field: string): [string, 1] => [field, 1];
