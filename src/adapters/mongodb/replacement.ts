/**
 * Read models that are built beside those in use. They are in collections of the next generation, and have a checkpoint of their own in the
 * checkpoint document. One update of that document, which checks the lease, replaces the read models in use with them.
 *
 * No generation is begun twice, and only those are dropped that such an update had retired or given up before. So a process that has lost the
 * lease without noticing changes nothing that its successor uses, wherever it was suspended.
 */
import type { Db, WithId } from 'mongodb';
import { type Lease, LeaseLost } from '../../ports/read-store.ts';
import type { Models } from './read-view.ts';
import { collectionNames, createCollections, inTheMaking, structureOf } from './schema.ts';
import { type CheckpointDocument, checkpointId, checkpoints, placeOfCollection } from './service-documents.ts';

/** Snapshots last for five minutes unless the server is configured otherwise. Until then no collection that they may read is dropped. */
const formerMs = 10 * 60_000;

const lost = (): LeaseLost => new LeaseLost('another projector has taken over the read models');

const heldUnder = async (db: Db, { token }: Lease): Promise<WithId<CheckpointDocument>> => {
  const found = await checkpoints(db).findOne({ ...checkpointId, token });
  if (found === null) throw lost();
  return found;
};

/** Returns the generation of the collections that are to be filled. */
export const beginReplacement = async (db: Db, models: Models, lease: Lease): Promise<number> => {
  await dropReplacement(db, models, lease);
  const { generation: inUse = 0, lastGeneration = inUse } = await heldUnder(db, lease);
  const generation = lastGeneration + 1;
  const begun = await checkpoints(db).updateOne(
    { ...checkpointId, token: lease.token },
    { $set: { beside: { generation }, lastGeneration: generation } },
  );
  if (begun.matchedCount === 0) throw lost();
  await createCollections(db, models, generation);
  return generation;
};

/** Removes the replacement, if the lease is still held. */
export const dropReplacement = async (db: Db, models: Models, { token }: Lease): Promise<void> => {
  await checkpoints(db).updateOne({ ...checkpointId, token }, { $unset: { beside: '' } });
  await dropUnused(db, models, { token });
};

/** Returns the generation that is in use from now on. */
export const useReplacement = async (db: Db, models: Models, lease: Lease, now: number): Promise<number> => {
  const held = await heldUnder(db, lease);
  if (!held.beside?.checkpoint) throw new Error('there is no replacement of this store');
  const structure = structureOf(models, held.generation ?? 0);
  if (!(await isPutInUse(db, models, lease, held, [structure], now))) throw lost();
  return held.beside.generation;
};

/** Replaces the read models in use with empty ones, which have no checkpoint. Returns their generation. */
export const replaceWithEmpty = async (db: Db, models: Models, lease: Lease, now: number): Promise<number> => {
  const generation = await beginReplacement(db, models, lease);
  const held = await heldUnder(db, lease);
  const structure = structureOf(models, held.generation ?? 0);
  // A process of the same version may be starting. It sees that the generation has changed, and begins again.
  if (!(await isPutInUse(db, models, lease, held, [structure, inTheMaking(structure)], now))) throw lost();
  return generation;
};

/** False if the lease was lost, or if the read models in use have none of the signatures. */
const isPutInUse = async (
  db: Db,
  models: Models,
  { token }: Lease,
  { beside, generation = 0 }: CheckpointDocument,
  structures: readonly string[],
  now: number,
): Promise<boolean> => {
  if (!beside) return false;
  const { checkpoint } = beside;
  const structure = structureOf(models, beside.generation);
  const former = { generation, droppedFrom: new Date(now + formerMs) };
  const exchanged = await checkpoints(db).updateOne(
    { ...checkpointId, token, structure: { $in: structures }, 'beside.generation': beside.generation },
    {
      $set: { structure, generation: beside.generation, ...(checkpoint && { checkpoint }) },
      $addToSet: { former },
      $unset: { beside: '', ...(!checkpoint && { checkpoint: '' }) },
      $inc: { commits: 1 },
    },
    { writeConcern: { w: 'majority' } },
  );
  return exchanged.matchedCount > 0;
};

/** Forgets which collections were in use before, once no snapshot can read them, and drops them. */
export const dropFormer = async (db: Db, models: Models, { token }: Lease, now: number): Promise<void> => {
  const { former = [] } = (await checkpoints(db).findOne({ ...checkpointId, token })) ?? {};
  const rest = former.filter(({ droppedFrom }) => droppedFrom.getTime() > now);
  if (rest.length === former.length) return;
  await checkpoints(db).updateOne({ ...checkpointId, token }, { $set: { former: rest } });
  await dropUnused(db, models, { token });
};

/**
 * Drops the collections that are neither in use, nor filled, nor read by a snapshot. A process that was suspended or ended may have left some
 * of any generation that was begun.
 */
const dropUnused = async (db: Db, models: Models, lease: Lease): Promise<void> => {
  const held = await checkpoints(db).findOne({ ...checkpointId, token: lease.token });
  if (!held) return;
  const { generation: inUse = 0, lastGeneration = inUse, beside, former = [] } = held;
  const kept = new Set([inUse, beside?.generation, ...former.map(({ generation }) => generation)]);
  for (const name of await collectionNames(db)) {
    const { model, generation } = placeOfCollection(name);
    const isOurs = models.has(model) || held.models.includes(model);
    if (isOurs && generation <= lastGeneration && !kept.has(generation)) await db.dropCollection(name);
  }
};
