/**
 * A commit: one transaction of all writes, the checkpoint, and the check that nobody else may write by now.
 *
 * Whatever goes wrong in it, the same transaction is run again from its start, in the same session: that ends what an earlier
 * run left on the server, and because writes replace whole documents, a run that had been applied after all changes nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnyBulkWriteOperation, ClientSession, Db } from 'mongodb';
import { type Checkpoint, type Lease, LeaseLost, ReadStoreUnavailable, type Write } from '../../ports/read-store.ts';
import type { Connection } from './connection.ts';
import type { Models } from './read-view.ts';
import { checkpointId, checkpoints, leaseId, leases } from './service-documents.ts';
import { type StoredDocument, storedForm } from './stored-document.ts';
import { isWorthAnotherRun, orUnavailable } from './unavailable.ts';

type Writes = ReadonlyMap<string, readonly AnyBulkWriteOperation<StoredDocument>[]>;

export type CommitTerms = {
  readonly lease: Lease;
  readonly structure: string;
  /** From when on no further run is begun, in milliseconds from now. */
  readonly withinMs: number;
};

const waitMsMax = 200;

/** Throws where a document cannot be stored, before anything is sent. */
export const writesOf = (models: Models, writes: readonly Write[]): Writes => {
  const byCollection = new Map<string, AnyBulkWriteOperation<StoredDocument>[]>();
  for (const write of writes) {
    const indexes = models.get(write.model);
    if (indexes === undefined) throw new Error(`the read store was not opened with a model ${write.model}`);
    const operations = byCollection.get(write.model) ?? [];
    byCollection.set(write.model, operations);
    const filter = { _id: write.id };
    operations.push(
      write.op === 'remove'
        ? { deleteOne: { filter } }
        : { replaceOne: { filter, replacement: storedForm(indexes, write.document), upsert: true } },
    );
  }
  return byCollection;
};

export const openCommitter = ({ client, db }: Connection) => {
  let session: ClientSession | undefined;
  /** Under which the session was made known. */
  let knownFor: number | undefined;

  const run = async (
    writes: Writes,
    checkpoint: Checkpoint | undefined,
    { lease, structure }: CommitTerms,
  ): Promise<void> => {
    if (session === undefined || session.hasEnded) {
      session = client.startSession({ causalConsistency: false });
      knownFor = undefined;
    }
    if (knownFor !== lease.token && session.id) {
      const committer = { session: session.id, token: lease.token };
      await leases(db).updateOne({ ...leaseId, token: lease.token }, { $set: { committer } });
      knownFor = lease.token;
    }
    const own = { session };
    // Majority: what is acknowledged outlives the primary.
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    try {
      const still = { ...checkpointId, token: lease.token, structure };
      const change = { ...(checkpoint && { $set: { checkpoint } }), $inc: { commits: 1 } };
      const fenced = await checkpoints(db).updateOne(still, change, own);
      if (fenced.matchedCount === 0) throw await whyNot(db, session, lease, structure);
      for (const [model, operations] of writes) {
        await db.collection<StoredDocument>(model).bulkWrite([...operations], { ...own, ordered: false });
      }
    } catch (error) {
      await session.abortTransaction();
      throw error;
    }
    await session.commitTransaction();
  };

  return {
    /** Throws LeaseLost, or ReadStoreUnavailable when it is not known to be done: then it may be, and may be repeated. */
    async commit(writes: Writes, checkpoint: Checkpoint | undefined, terms: CommitTerms): Promise<void> {
      const until = performance.now() + terms.withinMs;
      for (let attempt = 0; ; attempt += 1) {
        try {
          await run(writes, checkpoint, terms);
          return;
        } catch (error) {
          if (!isWorthAnotherRun(error) || performance.now() >= until) {
            return orUnavailable(() => Promise.reject(error));
          }
          // The first time at once: most conflicts are over as soon as they are seen.
          if (attempt > 0) await delay(Math.min(waitMsMax, 5 * 2 ** attempt));
        }
      }
    },

    async close(): Promise<void> {
      await session?.endSession();
    },
  };
};

const whyNot = async (db: Db, session: ClientSession, lease: Lease, structure: string): Promise<Error> => {
  const standing = await checkpoints(db).findOne(checkpointId, { session });
  if (standing?.token === lease.token && standing.structure !== structure) {
    return new ReadStoreUnavailable('the read models are of another version of the service');
  }
  return new LeaseLost(
    standing === null ? 'the read models are gone' : 'another projector has taken over the read models',
  );
};
