/** A client of the replica set, and the database in it. */
import { type Db, type Document, MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { ReadStoreUnavailable } from '../../ports/read-store.ts';

export type Timeouts = {
  /** How long to search for a primary before a call fails. */
  readonly selectionMs: number;
  /** How long a connection may stay silent while an answer is expected. With 0, only the heartbeat notices a silent server. */
  readonly answerMs: number;
  readonly heartbeatMs: number;
};

export type Connection = {
  readonly client: MongoClient;
  readonly db: Db;
  /** Whether sessions can read from a snapshot (MongoDB 5.0 and later). Before that only transactions can. */
  readonly readsSnapshots: boolean;
};

const defaultDatabase = 'verbatim';
const snapshotReadsWireVersion = 13;
const connectionsMax = 100;

const advice = 'start mongod with --replSet and run rs.initiate() once (a set of one server is enough)';

/** The database that a URL names, or this service's default. The driver's default would be `test`. */
const databaseIn = (url: string): string => {
  const path = /^[^/]+:\/\/[^/?]*\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? defaultDatabase : decodeURIComponent(path);
};

/** Opens no connection yet. Options in the URL do not override the read and write concerns, on which consistency depends. */
export const clientOf = (url: string, timeouts: Timeouts): MongoClient =>
  new MongoClient(url, {
    appName: 'verbatim',
    readPreference: 'primary',
    readConcern: undefined,
    writeConcern: { w: 'majority', wtimeoutMS: timeouts.answerMs === 0 ? undefined : timeouts.answerMs },
    // As in JSON, a field that is undefined is left out.
    ignoreUndefined: true,
    retryReads: true,
    retryWrites: true,
    maxPoolSize: connectionsMax,
    waitQueueTimeoutMS: timeouts.selectionMs,
    serverSelectionTimeoutMS: timeouts.selectionMs,
    connectTimeoutMS: timeouts.selectionMs,
    socketTimeoutMS: timeouts.answerMs,
    heartbeatFrequencyMS: timeouts.heartbeatMs,
  });

export const databaseOf = (client: MongoClient, url: string): Db => client.db(databaseIn(url));

/** Throws ReadStoreUnavailable if no server answers. If it is not a replica set, throws an Error that says what to do. */
export const connect = async (url: string, timeouts: Timeouts): Promise<Connection> => {
  const client = clientOf(url, timeouts);
  try {
    await client.connect();
    const db = databaseOf(client, url);
    const hello = await helloOf(db);
    if (typeof hello.setName !== 'string') {
      throw new Error(`MongoDB at ${client.options.hosts.join(', ')} is not a replica set: ${advice}`);
    }
    return { client, db, readsSnapshots: Number(hello.maxWireVersion) >= snapshotReadsWireVersion };
  } catch (error) {
    await client.close();
    if (!(error instanceof MongoServerSelectionError)) throw error;
    const waitsForInitiation = [...(error.reason?.servers.values() ?? [])].some(({ type }) => type === 'RSGhost');
    const why = waitsForInitiation ? `its replica set has not been initiated: ${advice}` : error.message;
    throw new ReadStoreUnavailable(`MongoDB at ${client.options.hosts.join(', ')} is out of reach: ${why}`, {
      cause: error,
    });
  }
};

const commandNotFound = 59;

const helloOf = async (db: Db): Promise<Document> => {
  try {
    return await db.admin().command({ hello: 1 });
  } catch (error) {
    // MongoDB 4.4.0 and 4.4.1 know only the older name of the command.
    if (error instanceof MongoServerError && error.code === commandNotFound) return db.admin().command({ isMaster: 1 });
    throw error;
  }
};
