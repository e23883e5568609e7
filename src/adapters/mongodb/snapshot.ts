/** A consistent snapshot of the whole store, which is held while a function reads from it. */
import type { ClientSession, Db } from 'mongodb';
import { beforeEverything, type Checkpoint, type ReadView } from '../../ports/read-store.ts';
import type { Connection } from './connection.ts';
import { isSnapshotGone, orUnavailable } from './errors.ts';
import { type Contents, type Models, readView, type Snapshot } from './read-view.ts';
import { checkpointId, checkpoints } from './service-documents.ts';

/** How often a new snapshot is tried if one was not readable. */
const attemptsMax = 5;

/**
 * From MongoDB 5.0 on, a session reads from a snapshot without a transaction, for five minutes by default. Before that, a transaction is
 * required, which lasts for one minute and is never committed. Such a snapshot may show commits that are lost when the primary fails. That
 * does no harm, because those commits follow from the log and will be made again.
 */
const begin = ({ client, readsSnapshots }: Connection): Omit<Snapshot, 'isOver'> => {
  if (readsSnapshots) {
    return {
      session: client.startSession({ snapshot: true }),
      inOrder: (read) => read(),
      options: { readConcern: { level: 'snapshot' } },
    };
  }
  const session = client.startSession({ causalConsistency: false });
  session.startTransaction({ readConcern: { level: 'snapshot' } });
  let last: Promise<unknown> = Promise.resolve();
  return {
    session,
    inOrder(read) {
      const done = last.then(read);
      last = Promise.allSettled([done]);
      return done;
    },
    options: {},
  };
};

/** Which documents are read: those in use, or those of their replacement. */
export type Side = 'own' | 'replacement';

/** The first read of a snapshot. All later reads use the same snapshot. */
const contentsAt = async (
  db: Db,
  side: Side,
  { session, options }: Pick<Snapshot, 'session' | 'options'>,
): Promise<Partial<Contents>> => {
  const found = await checkpoints(db).findOne(checkpointId, { session, ...options });
  return (side === 'own' ? found : found?.beside) ?? {};
};

/** Ends a session. If the server is gone, this takes no longer than the driver's timeouts. */
const end = async (session: ClientSession): Promise<void> => {
  if (session.inTransaction()) await session.abortTransaction();
  await session.endSession();
};

/** `checkpoint` is undefined if none was ever committed, or if it was reset. */
export const withSnapshot = async <T>(
  connection: Connection,
  models: Models,
  side: Side,
  body: (view: ReadView, checkpoint: Checkpoint | undefined) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const begun = begin(connection);
    let over = false;
    try {
      let found: Partial<Contents>;
      try {
        found = await contentsAt(connection.db, side, begun);
      } catch (error) {
        if (attempt < attemptsMax && isSnapshotGone(error)) continue;
        return await orUnavailable(() => Promise.reject(error));
      }
      const snapshot: Snapshot = { ...begun, isOver: () => over };
      const { checkpoint, generation = 0 } = found;
      const contents = { checkpoint: checkpoint ?? beforeEverything, generation };
      return await body(readView(connection.db, models, snapshot, contents), checkpoint);
    } finally {
      over = true;
      await end(begun.session);
    }
  }
};
