/**
 * Read models that are built beside those in use. They are in collections of the next generation, and have a checkpoint of their own in the
 * checkpoint document. One update of that document replaces the read models in use with them.
 */
import type { Db } from 'mongodb';
import { type Lease, LeaseLost } from '../../ports/read-store.ts';
import type { Models } from './read-view.ts';
import { createCollections, dropCollections, structureOf } from './schema.ts';
import { checkpointId, checkpoints } from './service-documents.ts';

/** Snapshots last for five minutes unless the server is configured otherwise. Until then no collection that they may read is dropped. */
const formerMs = 10 * 60_000;

const lost = (): LeaseLost => new LeaseLost('another projector has taken over the read models');

/** Returns the generation of the collections that are to be filled. */
export const beginBeside = async (db: Db, models: Models, { token }: Lease): Promise<number> => {
  await dropBeside(db, models, { token });
  const found = await checkpoints(db).findOne({ ...checkpointId, token });
  if (found === null) throw lost();
  const known = [found.generation ?? 0, ...(found.former ?? []).map((one) => one.generation)];
  const generation = Math.max(...known) + 1;
  const begun = await checkpoints(db).updateOne({ ...checkpointId, token }, { $set: { beside: { generation } } });
  if (begun.matchedCount === 0) throw lost();
  await createCollections(db, models, generation);
  return generation;
};

/** Removes the read models that are built beside, if the lease is still held. */
export const dropBeside = async (db: Db, models: Models, { token }: Lease): Promise<void> => {
  const found = await checkpoints(db).findOne({ ...checkpointId, token });
  if (!found?.beside) return;
  await dropCollections(db, models, found.beside.generation);
  await checkpoints(db).updateOne({ ...checkpointId, token }, { $unset: { beside: '' } });
};

/** Returns the generation that is in use from now on. */
export const exchangeBeside = async (db: Db, models: Models, { token }: Lease, now: number): Promise<number> => {
  const found = await checkpoints(db).findOne({ ...checkpointId, token });
  if (found === null) throw lost();
  const { beside, generation = 0 } = found;
  if (!beside?.checkpoint) throw new Error('there is no store beside this one');
  const structure = structureOf(models, beside.generation);
  const former = { generation, droppedFrom: new Date(now + formerMs) };
  const exchanged = await checkpoints(db).updateOne(
    { ...checkpointId, token, structure: structureOf(models, generation) },
    {
      $set: { structure, generation: beside.generation, checkpoint: beside.checkpoint },
      $addToSet: { former },
      $unset: { beside: '' },
      $inc: { commits: 1 },
    },
    { writeConcern: { w: 'majority' } },
  );
  if (exchanged.matchedCount === 0) throw lost();
  return beside.generation;
};

/** Drops the collections that were in use before, once no snapshot can read them. */
export const dropFormer = async (db: Db, models: Models, { token }: Lease, now: number): Promise<void> => {
  const { former = [] } = (await checkpoints(db).findOne({ ...checkpointId, token })) ?? {};
  const due = former.filter(({ droppedFrom }) => droppedFrom.getTime() <= now);
  if (due.length === 0) return;
  for (const { generation } of due) await dropCollections(db, models, generation);
  const rest = former.filter((one) => !due.includes(one));
  await checkpoints(db).updateOne({ ...checkpointId, token }, { $set: { former: rest } });
};
