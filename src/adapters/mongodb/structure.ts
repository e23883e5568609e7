/**
 * Collections and indexes, made to be what the models declare. Several processes may do so at once: each step may be repeated,
 * and while it is under way nobody commits, because the checkpoint's `structure` is nobody's.
 */
import { createHash } from 'node:crypto';
import { type Collection, type Db, MongoServerError } from 'mongodb';
import type { Indexes } from '../../define/projection.ts';
import { fillIndexes } from './index-filling.ts';
import { type IndexSpec, indexSpec } from './index-query.ts';
import { firstToken } from './lease.ts';
import type { Models } from './read-view.ts';
import { checkpointId, checkpoints, leaseId, leases, serviceCollection } from './service-documents.ts';
import { type IndexFields, indexFields, type StoredDocument } from './stored-document.ts';

export type ModelDefinition = { readonly name: string; readonly indexes: Indexes };

const namespaceExists = 48;
const ownName = /^[A-Za-z][A-Za-z0-9_]*$/;
/** Also `words(a,b)`: nothing that MongoDB takes for a path or an operator. */
const fieldName = /^[A-Za-z][A-Za-z0-9_(),]*$/;

export const modelsOf = (definitions: readonly ModelDefinition[]): Models => {
  const models = new Map<string, IndexFields[]>();
  for (const { name, indexes } of definitions) {
    const own = Object.entries(indexes).map(([index, fields]) => indexFields(index, fields));
    const unusual =
      [name, ...own.map((index) => index.name)].find((one) => !ownName.test(one)) ??
      own.flatMap((index) => index.fields).find((one) => !fieldName.test(one));
    if (unusual !== undefined) throw new Error(`'${unusual}' cannot name a model, an index or a field`);
    if (name === serviceCollection) throw new Error(`no model can be named ${serviceCollection}`);
    models.set(name, own);
  }
  return models;
};

/** The same for the same models and indexes. */
export const signatureOf = (models: Models): string =>
  createHash('sha256')
    .update(JSON.stringify([...models].map(([name, indexes]) => [name, indexes]).sort()))
    .digest('hex')
    .slice(0, 16);

type Difference = { readonly missing: readonly IndexFields[]; readonly surplus: readonly string[] };

const differenceOf = async (
  collection: Collection<StoredDocument>,
  indexes: readonly IndexFields[],
): Promise<Difference> => {
  const standing = (await collection.indexes()).map(({ name }) => name ?? '').filter((name) => name !== '_id_');
  const wanted = new Set(indexes.map((index) => indexSpec(index).name));
  return {
    missing: indexes.filter((index) => !standing.includes(indexSpec(index).name)),
    surplus: standing.filter((name) => !wanted.has(name)),
  };
};

const create = async (db: Db, name: string): Promise<void> => {
  try {
    await db.createCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === namespaceExists)) throw error;
  }
};

/** Whether nothing need be done. */
export const isDefined = async (db: Db, models: Models): Promise<boolean> => {
  const service = await checkpoints(db).findOne(checkpointId);
  if (service?.structure !== signatureOf(models)) return false;
  if ((await leases(db).findOne(leaseId)) === null) return false;
  const collections = await namesIn(db);
  for (const [name, indexes] of models) {
    if (!collections.has(name)) return false;
    const { missing, surplus } = await differenceOf(db.collection(name), indexes);
    if (missing.length > 0 || surplus.length > 0) return false;
  }
  return true;
};

const namesIn = async (db: Db): Promise<Set<string>> =>
  new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));

/** Makes what is missing, fills indexes that are new, drops the models that are not named and the indexes that are not declared. */
export const define = async (db: Db, models: Models): Promise<void> => {
  const signature = signatureOf(models);
  const names = [...models.keys()];
  const service = checkpoints(db);
  await assertOurs(db, names);
  const ours = (await service.findOne(checkpointId))?.models ?? [];
  const standing = await namesIn(db);
  // Of a collection that somebody dropped, the checkpoint says what is not so.
  const lost = names.some((name) => ours.includes(name) && !standing.has(name));
  await service.updateOne(
    checkpointId,
    {
      $set: { structure: `${signature}, in the making` },
      $addToSet: { models: { $each: names } },
      $setOnInsert: { token: 0, commits: 0 },
    },
    { upsert: true },
  );
  const nobody = { token: firstToken(), holder: '', until: new Date(0) };
  await leases(db).updateOne(leaseId, { $setOnInsert: nobody }, { upsert: true });
  for (const [name, indexes] of models) {
    await create(db, name);
    await arrange(db.collection(name), indexes);
  }
  for (const name of ours) if (!models.has(name) && standing.has(name)) await db.dropCollection(name);
  const forgotten = lost ? { $unset: { checkpoint: '' as const } } : {};
  await service.updateOne(checkpointId, { $set: { structure: signature, models: names }, ...forgotten });
};

const arrange = async (collection: Collection<StoredDocument>, indexes: readonly IndexFields[]): Promise<void> => {
  const { missing, surplus } = await differenceOf(collection, indexes);
  for (const name of surplus) await collection.dropIndex(name);
  if (missing.length === 0) return;
  await fillIndexes(collection, missing);
  await collection.createIndexes(missing.map((index): IndexSpec => indexSpec(index)));
};

/** A database in which somebody else keeps something under our names is left alone. */
const assertOurs = async (db: Db, names: readonly string[]): Promise<void> => {
  if ((await checkpoints(db).findOne(checkpointId)) !== null) return;
  for (const name of names) {
    const some = await db.collection(name).findOne();
    if (some !== null && typeof some.json !== 'string') {
      throw new Error(
        `the collection ${name} in MongoDB's database ${db.databaseName} is not ours: name another database`,
      );
    }
  }
};
