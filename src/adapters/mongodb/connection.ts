/** A client of the replica set, and the database in it. */
import { type Db, type Document, MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { ReadStoreUnavailable } from '../../ports/read-store.ts';

export type Patience = {
  /** How long to look for a primary before giving up. */
  readonly selectionMs: number;
  /** How long an answer may be on its way without a byte of it arriving; 0: the heartbeat alone notices a silent server. */
  readonly answerMs: number;
  readonly heartbeatMs: number;
};

export type Connection = {
  readonly client: MongoClient;
  readonly db: Db;
  /** From MongoDB 5.0 on; before that only transactions read from one moment. */
  readonly readsSnapshots: boolean;
};

const defaultDatabase = 'verbatim';
const snapshotReadsWireVersion = 13;
const connectionsMax = 100;

const advice = 'start mongod with --replSet and run rs.initiate() once (a set of one server is enough)';

/** The database that a URL names. The driver would take `test` where there is none. */
const databaseIn = (url: string): string => {
  const path = /^[^/]+:\/\/[^/?]*\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? defaultDatabase : decodeURIComponent(path);
};

/** Opens nothing yet. What makes reads and writes consistent is not the URL's to change. */
export const clientOf = (url: string, patience: Patience): MongoClient =>
  new MongoClient(url, {
    appName: 'verbatim',
    readPreference: 'primary',
    readConcern: undefined,
    writeConcern: { w: 'majority', wtimeoutMS: patience.answerMs === 0 ? undefined : patience.answerMs },
    // As JSON has it: what is undefined is not there.
    ignoreUndefined: true,
    retryReads: true,
    retryWrites: true,
    maxPoolSize: connectionsMax,
    waitQueueTimeoutMS: patience.selectionMs,
    serverSelectionTimeoutMS: patience.selectionMs,
    connectTimeoutMS: patience.selectionMs,
    socketTimeoutMS: patience.answerMs,
    heartbeatFrequencyMS: patience.heartbeatMs,
  });

export const databaseOf = (client: MongoClient, url: string): Db => client.db(databaseIn(url));

/** Throws ReadStoreUnavailable where nobody answers, an Error that says what to do where it is no replica set. */
export const connect = async (url: string, patience: Patience): Promise<Connection> => {
  const client = clientOf(url, patience);
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
    // 4.4.0 and 4.4.1 know the older name alone.
    if (error instanceof MongoServerError && error.code === commandNotFound) return db.admin().command({ isMaster: 1 });
    throw error;
  }
};
