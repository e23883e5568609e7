/**
 * Creates and drops collections and indexes until they match the declared models. Several processes may do so at once. Each step may be
 * repeated, and no process commits in the meantime, because the `structure` in the checkpoint document then matches no process's signature.
 */
import { createHash } from 'node:crypto';
import { type Collection, type Db, MongoServerError } from 'mongodb';
import type { Indexes } from '../../define/projection.ts';
import { backfillIndexes } from './index-backfill.ts';
import { type IndexSpec, indexSpec } from './index-query.ts';
import { firstToken } from './lease.ts';
import type { Models } from './read-view.ts';
import { checkpointId, checkpoints, collectionName, leaseId, leases, serviceCollection } from './service-documents.ts';
import { type IndexFields, indexFields, type StoredDocument } from './stored-document.ts';

export type ModelDefinition = { readonly name: string; readonly indexes: Indexes };

const namespaceExists = 48;
const ownName = /^[A-Za-z][A-Za-z0-9_]*$/;
/** Allows names of fields and `words(a,b)`, but nothing that MongoDB would read as a path or an operator. */
const fieldName = /^[A-Za-z][A-Za-z0-9_(),]*$/;

export const modelsOf = (definitions: readonly ModelDefinition[]): Models => {
  const models = new Map<string, IndexFields[]>();
  for (const { name, indexes } of definitions) {
    const own = Object.entries(indexes).map(([index, fields]) => indexFields(index, fields));
    const invalid =
      [name, ...own.map((index) => index.name)].find((one) => !ownName.test(one)) ??
      own.flatMap((index) => index.fields).find((one) => !fieldName.test(one));
    if (invalid !== undefined) throw new Error(`'${invalid}' cannot name a model, an index or a field`);
    if (name === serviceCollection) throw new Error(`no model can be named ${serviceCollection}`);
    models.set(name, own);
  }
  return models;
};

/** A signature that is equal for equal models and indexes in collections of the same generation. */
export const structureOf = (models: Models, generation: number): string =>
  collectionName(
    createHash('sha256')
      .update(JSON.stringify([...models].map(([name, indexes]) => [name, indexes]).sort()))
      .digest('hex')
      .slice(0, 16),
    generation,
  );

/** The signature while a process creates and drops collections and indexes. No process commits then. */
export const inTheMaking = (structure: string): string => `${structure}, in the making`;

type Difference = { readonly missing: readonly IndexFields[]; readonly surplus: readonly string[] };

const differenceOf = async (
  collection: Collection<StoredDocument>,
  indexes: readonly IndexFields[],
): Promise<Difference> => {
  const existing = (await collection.indexes()).map(({ name }) => name ?? '').filter((name) => name !== '_id_');
  const wanted = new Set(indexes.map((index) => indexSpec(index).name));
  return {
    missing: indexes.filter((index) => !existing.includes(indexSpec(index).name)),
    surplus: existing.filter((name) => !wanted.has(name)),
  };
};

/** Whether the collection was created: false if it existed. */
const isCreated = async (db: Db, name: string): Promise<boolean> => {
  try {
    await db.createCollection(name);
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceExists) return false;
    throw error;
  }
};

/** Whether collections and indexes already match the declared models. */
export const isApplied = async (db: Db, models: Models): Promise<boolean> => {
  const service = await checkpoints(db).findOne(checkpointId);
  const { generation = 0 } = service ?? {};
  if (service?.structure !== structureOf(models, generation)) return false;
  if ((await leases(db).findOne(leaseId)) === null) return false;
  const collections = await collectionNames(db);
  for (const [name, indexes] of models) {
    const own = collectionName(name, generation);
    if (!collections.has(own)) return false;
    const { missing, surplus } = await differenceOf(db.collection(own), indexes);
    if (missing.length > 0 || surplus.length > 0) return false;
  }
  return true;
};

export const collectionNames = async (db: Db): Promise<Set<string>> =>
  new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));

/** Creates what is missing, fills new indexes, and drops models and indexes that are no longer declared. */
export const applySchema = async (db: Db, models: Models): Promise<void> => {
  const names = [...models.keys()];
  const service = checkpoints(db);
  const stored = await service.findOne(checkpointId);
  const { models: ours = [], generation = 0 } = stored ?? {};
  const structure = structureOf(models, generation);
  const own = (name: string): string => collectionName(name, generation);
  const existing = await collectionNames(db);
  if (stored === null)
    await assertOurs(
      db,
      names.filter((name) => existing.has(name)),
    );
  // If somebody dropped a collection, the checkpoint is wrong, and the model must be built again.
  const isLost = names.some((name) => ours.includes(name) && !existing.has(own(name)));
  await service.updateOne(
    checkpointId,
    {
      $set: { structure: inTheMaking(structure) },
      $addToSet: { models: { $each: names } },
      $setOnInsert: { token: 0, commits: 0 },
    },
    { upsert: true },
  );
  const nobody = { token: firstToken(), holder: '', until: new Date(0) };
  await leases(db).updateOne(leaseId, { $setOnInsert: nobody }, { upsert: true });
  await createCollections(db, models, generation);
  for (const name of ours) if (!models.has(name) && existing.has(own(name))) await db.dropCollection(own(name));
  const forgotten = isLost ? { $unset: { checkpoint: '' as const } } : {};
  const inUse = generation === 0 ? { $exists: false } : generation;
  const applied = await service.updateOne(
    { ...checkpointId, generation: inUse },
    { $set: { structure, models: names }, ...forgotten },
  );
  // Another process has put other collections in use in the meantime.
  if (applied.matchedCount === 0) await applySchema(db, models);
};

/** Creates the missing collections of a generation, with the declared indexes. */
export const createCollections = async (db: Db, models: Models, generation: number): Promise<void> => {
  for (const [name, indexes] of models) {
    const own = collectionName(name, generation);
    const collection = db.collection<StoredDocument>(own);
    if (await isCreated(db, own)) await createIndexes(collection, indexes);
    else await applyIndexes(collection, indexes);
  }
};

const applyIndexes = async (collection: Collection<StoredDocument>, indexes: readonly IndexFields[]): Promise<void> => {
  const { missing, surplus } = await differenceOf(collection, indexes);
  for (const name of surplus) await collection.dropIndex(name);
  if (missing.length > 0) await backfillIndexes(collection, missing);
  await createIndexes(collection, missing);
};

const createIndexes = async (
  collection: Collection<StoredDocument>,
  indexes: readonly IndexFields[],
): Promise<void> => {
  // MongoDB refuses an empty list.
  if (indexes.length > 0) await collection.createIndexes(indexes.map((index): IndexSpec => indexSpec(index)));
};

/** Throws if another program keeps documents in one of these collections. */
const assertOurs = async (db: Db, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const some = await db.collection(name).findOne();
    if (some !== null && typeof some.json !== 'string') {
      throw new Error(
        `the collection ${name} in MongoDB's database ${db.databaseName} is not ours: name another database`,
      );
    }
  }
};
