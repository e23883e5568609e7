/**
 * A commit is one transaction with all writes, the checkpoint, and the check that the lease is still held.
 *
 * After a transient error the same transaction is run again from its start, in the same session. The session ends what an earlier run left
 * open on the server. Writes replace whole documents, so that repeating a run that was applied after all changes nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnyBulkWriteOperation, ClientSession, Db } from 'mongodb';
import { type Checkpoint, type Lease, LeaseLost, ReadStoreUnavailable, type Write } from '../../ports/read-store.ts';
import type { Connection } from './connection.ts';
import { isRetryable, orUnavailable } from './errors.ts';
import type { Models } from './read-view.ts';
import { checkpointId, checkpoints, collectionName, leaseId, leases } from './service-documents.ts';
import { type StoredDocument, storedForm } from './stored-document.ts';

type Writes = ReadonlyMap<string, readonly AnyBulkWriteOperation<StoredDocument>[]>;

type CommitOptions = {
  readonly lease: Lease;
  /** The signature of the models in use (see schema.ts). */
  readonly structure: string;
  /** The generation that is written, and whether it belongs to a store beside the one in use. */
  readonly generation: number;
  readonly isReplacement: boolean;
  /** No further run is begun after this time. */
  readonly withinMs: number;
};

const waitMsMax = 200;

/** Throws DocumentRefused if a document cannot be stored, before anything is sent. */
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
        : { replaceOne: { filter, replacement: storedForm(indexes, write), upsert: true } },
    );
  }
  return byCollection;
};

export const openCommitter = ({ client, db }: Connection) => {
  let session: ClientSession | undefined;
  /** The token in the lease document that names this session. */
  let announcedFor: number | undefined;

  const run = async (
    writes: Writes,
    checkpoint: Checkpoint | undefined,
    { lease, structure, generation, isReplacement }: CommitOptions,
  ): Promise<void> => {
    if (session === undefined || session.hasEnded) {
      session = client.startSession({ causalConsistency: false });
      announcedFor = undefined;
    }
    if (announcedFor !== lease.token && session.id) {
      const committer = { session: session.id, token: lease.token };
      await leases(db).updateOne({ ...leaseId, token: lease.token }, { $set: { committer } });
      announcedFor = lease.token;
    }
    const own = { session };
    // With a majority write concern, an acknowledged commit survives the loss of the primary.
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    try {
      const expected = {
        ...checkpointId,
        token: lease.token,
        structure,
        ...(isReplacement && { 'beside.generation': generation }),
      };
      const moved = isReplacement ? { beside: { generation, checkpoint } } : { checkpoint };
      const change = { ...(checkpoint && { $set: moved }), $inc: { commits: 1 } };
      const fenced = await checkpoints(db).updateOne(expected, change, own);
      if (fenced.matchedCount === 0) throw await refusalReason(db, session, lease, structure);
      for (const [model, operations] of writes) {
        const collection = db.collection<StoredDocument>(collectionName(model, generation));
        await collection.bulkWrite([...operations], { ...own, ordered: false });
      }
    } catch (error) {
      await session.abortTransaction();
      throw error;
    }
    await session.commitTransaction();
  };

  return {
    /** Throws LeaseLost, or ReadStoreUnavailable if the outcome is unknown. The same commit may then be repeated. */
    async commit(writes: Writes, checkpoint: Checkpoint | undefined, options: CommitOptions): Promise<void> {
      const until = performance.now() + options.withinMs;
      for (let attempt = 0; ; attempt += 1) {
        try {
          await run(writes, checkpoint, options);
          return;
        } catch (error) {
          if (!isRetryable(error) || performance.now() >= until) {
            return orUnavailable(() => Promise.reject(error));
          }
          // The first repetition comes at once, because most conflicts are over by then.
          if (attempt > 0) await delay(Math.min(waitMsMax, 5 * 2 ** attempt));
        }
      }
    },

    async close(): Promise<void> {
      await session?.endSession();
    },
  };
};

const refusalReason = async (db: Db, session: ClientSession, lease: Lease, structure: string): Promise<Error> => {
  const current = await checkpoints(db).findOne(checkpointId, { session });
  if (current?.token === lease.token && current.structure !== structure) {
    return new ReadStoreUnavailable('the read models are of another version of the service');
  }
  return new LeaseLost(
    current === null ? 'the read models are gone' : 'another projector has taken over the read models',
  );
};
