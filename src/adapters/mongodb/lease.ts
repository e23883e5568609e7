/**
 * The lease allows one projector at a time to write. The lease document names the holder, and the time until which it holds the lease, by
 * the server's clock. The lease's fencing token is copied into the checkpoint document, where every commit checks it. So a process that
 * lost the lease without noticing commits nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Db, MongoServerError } from 'mongodb';
import type { Lease } from '../../ports/read-store.ts';
import { type CommitterSession, checkpointId, checkpoints, leaseId, leases } from './service-documents.ts';

/**
 * The first token is the time at which the store was created. So tokens also increase when a database is wiped and created again, and a
 * lease of the old database is not valid in the new one.
 */
export const firstToken = (): number => Date.now();

/** How long to wait for a commit in progress of the last holder, who may still be running. */
const othersCommitMs = 2_000;
const unauthorized = 13;

/** Undefined while another process holds the lease, and if the models are of another version (`structure`, see schema.ts). */
export const takeLease = async (
  db: Db,
  structure: string,
  holder: string,
  ttlMs: number,
): Promise<Lease | undefined> => {
  const literal = { $literal: holder };
  const isHolder = { $eq: ['$holder', literal] };
  const taken = await leases(db).findOneAndUpdate(
    { ...leaseId, $or: [{ holder }, { $expr: { $lte: ['$until', '$$NOW'] } }] },
    [
      {
        $set: {
          token: { $cond: [isHolder, '$token', { $add: ['$token', 1] }] },
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
  // This update conflicts with a commit in progress of the last holder: one of them waits or fails.
  const isDone = await Promise.race([fencing.then(() => true), delay(othersCommitMs, false, { ref: false })]);
  const isOthers = committer !== undefined && committer.token !== token;
  if (!isDone && isOthers) await Promise.all([fencing, endCommitsOf(db, committer.session)]);
  const fenced = await fencing;
  if (fenced.matchedCount === 1) return { token };
  await releaseLease(db, { token });
  return undefined;
};

/**
 * A transaction whose client is gone blocks others until the server's time limit for transactions, a minute or more. Ending it at once
 * requires a privilege. Without the privilege, the time limit is awaited.
 */
const endCommitsOf = async (db: Db, session: CommitterSession): Promise<void> => {
  try {
    await db.command({ killSessions: [session] });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== unauthorized) throw error;
  }
};

/** Ends the lease early, so that the next holder need not wait. */
export const releaseLease = async (db: Db, { token }: Lease): Promise<void> => {
  await leases(db).updateOne({ ...leaseId, token }, { $set: { until: new Date(0) } });
};
