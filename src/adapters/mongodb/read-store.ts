/**
 * The read store on a replica set of MongoDB 4.4 or later. Each model is a collection, each declared index an index of that collection, and
 * each commit a transaction. So every process that uses the database sees only whole batches.
 */
import { during } from '../../define/under-way.ts';
import type { Checkpoint, Lease, ReadStore, Write } from '../../ports/read-store.ts';
import { type CheckpointListener, watchCheckpoint } from './checkpoint-watch.ts';
import { openCommitter, writesOf } from './commit.ts';
import { type Connection, clientOf, connect, databaseOf, type Timeouts } from './connection.ts';
import { orUnavailable } from './errors.ts';
import { releaseLease, takeLease } from './lease.ts';
import type { Models } from './read-view.ts';
import { beginReplacement, dropFormer, dropReplacement, replaceWithEmpty, useReplacement } from './replacement.ts';
import { applySchema, isApplied, modelsOf, structureOf } from './schema.ts';
import { checkpointId, checkpoints } from './service-documents.ts';
import { type Side, withSnapshot } from './snapshot.ts';

export type MongoReadStoreOptions = {
  /** How long to search for a primary before a call fails (3 s). */
  readonly selectionMs?: number;
  /** How long a connection may stay silent while an answer is expected (10 s). */
  readonly answerMs?: number;
  readonly heartbeatMs?: number;
  /** How long a commit is retried before it fails (20 s). */
  readonly commitMs?: number;
  /** How long a change stream may be silent before the checkpoint is read anyway (1 s). Half of that passes after a failure. */
  readonly watchMs?: number;
};

export const openMongoReadStore = async (url: string, options: MongoReadStoreOptions = {}): Promise<ReadStore> => {
  const { selectionMs = 3000, answerMs = 10_000, heartbeatMs = 2000, commitMs = 20_000, watchMs = 1000 } = options;
  const timeouts = { selectionMs, answerMs, heartbeatMs };
  return runStore(url, await connect(url, timeouts), timeouts, commitMs, watchMs);
};

const runStore = (
  url: string,
  connection: Connection,
  timeouts: Timeouts,
  commitMs: number,
  watchMs: number,
): ReadStore => {
  const { client, db } = connection;
  const committer = openCommitter(connection);
  const watches = new Set<() => void>();
  /** What `close` waits for. */
  const reads = new Set<Promise<unknown>>();
  let models: Models = new Map();
  /** The generation of the collections in use, as of the last grant or renewal of the lease to this process. */
  let generation = 0;
  let writing: Promise<unknown> = Promise.resolve();
  let held: Lease | undefined;
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw new Error('the read store is closed');
  };

  /** Runs writes one after the other, in the order of the calls. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = writing.then(work);
    writing = Promise.allSettled([done]);
    return done;
  };

  /** Creates what is missing. Building an index over many documents takes long, so that this uses connections without a timeout. */
  const define = async (): Promise<void> => {
    if (await isApplied(db, models)) return;
    const withoutTimeout = clientOf(url, { ...timeouts, answerMs: 0 });
    try {
      await applySchema(databaseOf(withoutTimeout, url), models);
    } finally {
      await withoutTimeout.close();
    }
  };

  const reading = (side: Side): Pick<ReadStore, 'checkpoint' | 'snapshot'> => ({
    async checkpoint() {
      assertOpen();
      return during(
        reads,
        withSnapshot(connection, models, side, async (_view, checkpoint) => checkpoint),
      );
    },
    async snapshot(body) {
      assertOpen();
      return during(
        reads,
        withSnapshot(connection, models, side, (view) => body(view)),
      );
    },
  });

  const commit = async (
    writes: readonly Write[],
    checkpoint: Checkpoint | undefined,
    lease: Lease,
    into: () => number,
  ): Promise<void> => {
    const operations = writesOf(models, writes);
    await inOrder(() => {
      const structure = structureOf(models, generation);
      const isReplacement = into() !== generation;
      return committer.commit(operations, checkpoint, {
        lease,
        structure,
        generation: into(),
        isReplacement,
        withinMs: commitMs,
      });
    });
  };

  const close = async (): Promise<void> => {
    for (const stop of watches) stop();
    await writing;
    await Promise.allSettled(reads);
    // If the server is out of reach, the lease expires by itself.
    if (held !== undefined) await releaseLease(db, held).catch(() => undefined);
    await committer.close();
    await client.close();
  };

  return {
    async open(definitions) {
      assertOpen();
      models = modelsOf(definitions);
      await inOrder(() => orUnavailable(define));
    },

    ...reading('own'),

    async takeLease(holder, ttlMs) {
      assertOpen();
      return inOrder(() =>
        orUnavailable(async () => {
          const current = await checkpoints(db).findOne(checkpointId);
          // If the database was wiped, its documents are created again first.
          if (current === null) await define();
          else if (current.structure !== structureOf(models, current.generation ?? 0)) return undefined;
          const lease = await takeLease(db, structureOf(models, current?.generation ?? 0), holder, ttlMs);
          if (lease === undefined) return undefined;
          // A renewal also sets the generation, because the answer to an exchange may have been lost.
          generation = current?.generation ?? 0;
          if (lease.token !== held?.token) await dropReplacement(db, models, lease);
          await dropFormer(db, models, lease, Date.now());
          held = lease;
          return lease;
        }),
      );
    },

    async commit(writes, checkpoint, lease) {
      assertOpen();
      await commit(writes, checkpoint, lease, () => generation);
    },

    async reset(lease) {
      assertOpen();
      await inOrder(() =>
        orUnavailable(async () => {
          generation = await replaceWithEmpty(db, models, lease, Date.now());
        }),
      );
    },

    async openReplacement(lease) {
      assertOpen();
      const next = await inOrder(() => orUnavailable(() => beginReplacement(db, models, lease)));
      return {
        ...reading('replacement'),
        async commit(writes, checkpoint, lent) {
          assertOpen();
          if (next === generation) throw new Error('the store has already replaced the one in use');
          await commit(writes, checkpoint, lent, () => next);
        },
        close: () => inOrder(() => orUnavailable(() => dropReplacement(db, models, lease))),
      };
    },

    async exchange(lease) {
      assertOpen();
      await inOrder(() =>
        orUnavailable(async () => {
          generation = await useReplacement(db, models, lease, Date.now());
        }),
      );
    },

    onCheckpoint(listener: CheckpointListener) {
      assertOpen();
      const stop = watchCheckpoint(
        db,
        { roundMs: watchMs, answerMs: timeouts.answerMs, retryMs: watchMs / 2 },
        listener,
      );
      watches.add(stop);
      return () => {
        watches.delete(stop);
        stop();
      };
    },

    /**
     * Does nothing. WiredTiger overwrites the pages of replaced and removed documents in its own time. Its journal and the oplog keep them
     * until they have rolled over (see docs/operations.md).
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
