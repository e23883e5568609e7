/**
 * The read store on MongoDB: 4.4 or later, a replica set. A model is a collection, what it declares are its indexes, and a
 * commit is a transaction; so every process that has the database sees whole batches and nothing else.
 */
import type { Lease, ReadStore } from '../../ports/read-store.ts';
import { type CheckpointListener, followCheckpoint } from './checkpoint-news.ts';
import { openCommitter, writesOf } from './commit.ts';
import { type Connection, clientOf, connect, databaseOf, type Patience } from './connection.ts';
import { empty } from './emptying.ts';
import { forgetCheckpoint, giveBackLease, takeLease } from './lease.ts';
import { atOneMoment } from './moments.ts';
import type { Models } from './read-view.ts';
import { checkpointId, checkpoints } from './service-documents.ts';
import { define, isDefined, modelsOf, signatureOf } from './structure.ts';
import { orUnavailable } from './unavailable.ts';

export type MongoReadStoreOptions = {
  /** How long to look for a primary before a call fails (3 s). */
  readonly selectionMs?: number;
  /** How long an answer may be on its way without a byte of it arriving (10 s). */
  readonly answerMs?: number;
  readonly heartbeatMs?: number;
  /** How long a commit is tried again and again before it fails (20 s). */
  readonly commitMs?: number;
  /** How long a quiet change stream is trusted (1 s). */
  readonly newsMs?: number;
};

const retryNewsMs = 500;

export const openMongoReadStore = async (url: string, options: MongoReadStoreOptions = {}): Promise<ReadStore> => {
  const { selectionMs = 3000, answerMs = 10_000, heartbeatMs = 2000, commitMs = 20_000, newsMs = 1000 } = options;
  const patience = { selectionMs, answerMs, heartbeatMs };
  return runStore(url, await connect(url, patience), patience, commitMs, newsMs);
};

const runStore = (
  url: string,
  connection: Connection,
  patience: Patience,
  commitMs: number,
  newsMs: number,
): ReadStore => {
  const { client, db } = connection;
  const committer = openCommitter(connection);
  const following = new Set<() => void>();
  const reading = new Set<Promise<unknown>>();
  let models: Models = new Map();
  let structure = '';
  let writing: Promise<unknown> = Promise.resolve();
  let held: Lease | undefined;
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw new Error('the read store is closed');
  };

  /** Writes take turns, so that they are committed in the order in which they were asked for. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = writing.then(work);
    writing = Promise.allSettled([done]);
    return done;
  };

  const untilDone = async <T>(work: Promise<T>): Promise<T> => {
    reading.add(work);
    try {
      return await work;
    } finally {
      reading.delete(work);
    }
  };

  /** An index over many documents takes longer than an answer may: over connections that wait for it. */
  const defined = async (): Promise<void> => {
    if (await isDefined(db, models)) return;
    const patient = clientOf(url, { ...patience, answerMs: 0 });
    try {
      await define(databaseOf(patient, url), models);
    } finally {
      await patient.close();
    }
  };

  const close = async (): Promise<void> => {
    for (const stop of following) stop();
    await writing;
    await Promise.allSettled(reading);
    // Where the server is out of reach the lease ends by its time.
    if (held !== undefined) await giveBackLease(db, held).catch(() => undefined);
    await committer.close();
    await client.close();
  };

  return {
    async open(definitions) {
      assertOpen();
      models = modelsOf(definitions);
      structure = signatureOf(models);
      await inTurn(() => orUnavailable(defined));
    },

    async checkpoint() {
      assertOpen();
      return untilDone(atOneMoment(connection, models, async (_view, checkpoint) => checkpoint));
    },

    async snapshot(body) {
      assertOpen();
      return untilDone(atOneMoment(connection, models, (view) => body(view)));
    },

    async takeLease(holder, ttlMs) {
      assertOpen();
      return inTurn(() =>
        orUnavailable(async () => {
          const standing = await checkpoints(db).findOne(checkpointId);
          // Somebody may have wiped the database: then there is nothing that could be leased.
          if (standing === null) await defined();
          else if (standing.structure !== structure) return undefined;
          const lease = await takeLease(db, structure, holder, ttlMs);
          held = lease ?? held;
          return lease;
        }),
      );
    },

    async commit(writes, checkpoint, lease) {
      assertOpen();
      const prepared = writesOf(models, writes);
      await inTurn(() => committer.commit(prepared, checkpoint, { lease, structure, withinMs: commitMs }));
    },

    async reset(lease) {
      assertOpen();
      await inTurn(() =>
        orUnavailable(async () => {
          // The checkpoint goes first: a half-emptied store has none.
          await forgetCheckpoint(db, lease);
          if (await empty(db, [...models.keys()])) await defined();
        }),
      );
    },

    onCheckpoint(listener: CheckpointListener) {
      assertOpen();
      const stop = followCheckpoint(
        db,
        { roundMs: newsMs, answerMs: patience.answerMs, retryMs: retryNewsMs },
        listener,
      );
      following.add(stop);
      return () => {
        following.delete(stop);
        stop();
      };
    },

    /**
     * Nothing to do: there is no second copy to make. WiredTiger writes over the pages of replaced and removed documents in its
     * own time, and its journal and the oplog keep them until they have rolled over (see docs/operations.md).
     */
    async scrub() {
      assertOpen();
    },

    close() {
      closing ??= close();
      return closing;
    },
  };
};
