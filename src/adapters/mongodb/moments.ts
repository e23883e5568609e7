/** One moment of the whole store, held while a body reads from it. */
import type { ClientSession, Db } from 'mongodb';
import type { Checkpoint, ReadView } from '../../ports/read-store.ts';
import type { Connection } from './connection.ts';
import { type Models, type Moment, readView } from './read-view.ts';
import { checkpointId, checkpoints } from './service-documents.ts';
import { isMomentGone, orUnavailable } from './unavailable.ts';

const beforeEverything: Checkpoint = { position: 0, models: {}, unknownTypes: [] };

/** How often another moment is tried where one was not readable. */
const attemptsMax = 5;

/**
 * From MongoDB 5.0 on a session can read from one moment without a transaction, for five minutes by default. Before that it
 * takes a transaction, which holds for one minute. It is never committed: what it may show of a primary about to be deposed
 * is still the truth of the log.
 */
const begin = ({ client, readsSnapshots }: Connection): Omit<Moment, 'isOver'> => {
  if (readsSnapshots) {
    return {
      session: client.startSession({ snapshot: true }),
      inTurn: (read) => read(),
      options: { readConcern: { level: 'snapshot' } },
    };
  }
  const session = client.startSession({ causalConsistency: false });
  session.startTransaction({ readConcern: { level: 'snapshot' } });
  let last: Promise<unknown> = Promise.resolve();
  return {
    session,
    inTurn(read) {
      const done = last.then(read);
      last = Promise.allSettled([done]);
      return done;
    },
    options: {},
  };
};

/** The first read: it fixes the moment for all that follow. */
const checkpointAt = async (db: Db, { session, options }: Pick<Moment, 'session' | 'options'>) =>
  (await checkpoints(db).findOne(checkpointId, { session, ...options }))?.checkpoint;

/** Ends a session without waiting longer than the driver's timeouts for a server that is gone. */
const end = async (session: ClientSession): Promise<void> => {
  if (session.inTransaction()) await session.abortTransaction();
  await session.endSession();
};

/** `checkpoint` is undefined where nothing was ever committed. */
export const atOneMoment = async <T>(
  connection: Connection,
  models: Models,
  body: (view: ReadView, checkpoint: Checkpoint | undefined) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const begun = begin(connection);
    let over = false;
    try {
      let checkpoint: Checkpoint | undefined;
      try {
        checkpoint = await checkpointAt(connection.db, begun);
      } catch (error) {
        if (attempt < attemptsMax && isMomentGone(error)) continue;
        return await orUnavailable(() => Promise.reject(error));
      }
      const moment: Moment = { ...begun, isOver: () => over };
      return await body(readView(connection.db, models, moment, checkpoint ?? beforeEverything), checkpoint);
    } finally {
      over = true;
      await end(begun.session);
    }
  }
};
