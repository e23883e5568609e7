/**
 * One projector at a time. The lease says who it is and until when, by the server's clock; its token, copied into the
 * checkpoint document, is what every commit checks: who has lost the lease without noticing commits nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Db, MongoServerError } from 'mongodb';
import { type Lease, LeaseLost } from '../../ports/read-store.ts';
import { type CommitterSession, checkpointId, checkpoints, leaseId, leases } from './service-documents.ts';

/**
 * Tokens begin with the time at which the store was made: they rise over a wiped database too, so that a lease of the old
 * one means nothing in the new.
 */
export const firstToken = (): number => Date.now();

/** So long a commit of somebody who may still be alive is waited for. */
const othersCommitMs = 2_000;
const unauthorized = 13;

/** Undefined while another holds it, and where the models are of another version. */
export const takeLease = async (
  db: Db,
  structure: string,
  holder: string,
  ttlMs: number,
): Promise<Lease | undefined> => {
  const literal = { $literal: holder };
  const mine = { $eq: ['$holder', literal] };
  const taken = await leases(db).findOneAndUpdate(
    { ...leaseId, $or: [{ holder }, { $expr: { $lte: ['$until', '$$NOW'] } }] },
    [
      {
        $set: {
          token: { $cond: [mine, '$token', { $add: ['$token', 1] }] },
          holder: literal,
          until: { $add: ['$$NOW', ttlMs] },
        },
      },
    ],
    { returnDocument: 'after' },
  );
  if (taken === null) return undefined;
  const { token, committer } = taken;
  const fencing = checkpoints(db).updateOne(
    { ...checkpointId, structure, token: { $lte: token } },
    { $set: { token } },
  );
  // Waits for a commit of the last holder that is under way, or fails it.
  const isDone = await Promise.race([fencing.then(() => true), delay(othersCommitMs, false, { ref: false })]);
  const isOthers = committer !== undefined && committer.token !== token;
  if (!isDone && isOthers) await Promise.all([fencing, endCommitsOf(db, committer.session)]);
  const fenced = await fencing;
  if (fenced.matchedCount === 1) return { token };
  await giveBackLease(db, { token });
  return undefined;
};

/**
 * A transaction that its client does not end stands in the way for as long as the server lets it live, a minute and more. Whoever may
 * not end what another user began waits for that.
 */
const endCommitsOf = async (db: Db, session: CommitterSession): Promise<void> => {
  try {
    await db.command({ killSessions: [session] });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== unauthorized) throw error;
  }
};

/** So that the next need not wait for the end of its time. */
export const giveBackLease = async (db: Db, { token }: Lease): Promise<void> => {
  await leases(db).updateOne({ ...leaseId, token }, { $set: { until: new Date(0) } });
};

/** Throws LeaseLost where another was granted since. */
export const forgetCheckpoint = async (db: Db, { token }: Lease): Promise<void> => {
  const forgotten = await checkpoints(db).updateOne(
    { ...checkpointId, token },
    { $unset: { checkpoint: '' }, $inc: { commits: 1 } },
  );
  if (forgotten.matchedCount === 0) throw new LeaseLost('another projector has taken over the read models');
};
