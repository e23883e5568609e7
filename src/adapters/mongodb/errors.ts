/** Translates errors of MongoDB and its driver into those of the port. */
import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { ReadStoreUnavailable } from '../../ports/read-store.ts';

/** Codes of transient errors: the server is starting, stopping, electing or overloaded, or a cursor or snapshot is gone. */
const transientCodes: ReadonlySet<number | string | undefined> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized
  18, // AuthenticationFailed
  26, // NamespaceNotFound
  27, // IndexNotFound
  43, // CursorNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  134, // ReadConcernMajorityNotAvailableYet
  175, // QueryPlanKilled: an index went away
  189, // PrimarySteppedDown
  237, // CursorKilled
  239, // SnapshotTooOld
  246, // SnapshotUnavailable
  251, // NoSuchTransaction
  262, // ExceededTimeLimit
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11000, // DuplicateKey: two upserts at once
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13388, // StaleConfig
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/** The index in a query's hint is gone, because somebody dropped the database. */
const indexGone = /hint provided does not correspond to an existing index/;

/** Whether it is an error of the socket. The driver passes such an error on if a connection breaks during a write. */
const isBrokenSocket = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof MongoError) && 'syscall' in error;

/**
 * The network error inside a bulk write error. A bulk write wraps it as if a server had answered, without a code and often without a label.
 */
const networkErrorIn = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof MongoError
    ? error.errorResponse
    : error;

const isTransient = (error: MongoError): boolean =>
  !(error instanceof MongoServerError) ||
  transientCodes.has(error.code) ||
  indexGone.test(error.message) ||
  error.hasErrorLabel('TransientTransactionError') ||
  error.hasErrorLabel('UnknownTransactionCommitResult') ||
  error.hasErrorLabel('RetryableWriteError');

/** Whether the same transaction may succeed when it is run again from its start. */
export const isRetryable = (error: unknown): boolean =>
  isBrokenSocket(error) ||
  networkErrorIn(error) instanceof MongoNetworkError ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('UnknownTransactionCommitResult') ||
      error.code === 11000 ||
      error.code === 112));

/**
 * Whether a new snapshot may be readable although this one is not, because it is too old or was taken while collections or indexes changed.
 */
export const isSnapshotGone = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  (error.code === 239 || error.code === 246 || error.hasErrorLabel('TransientTransactionError'));

/**
 * Returns what `work` returns. Throws ReadStoreUnavailable if the store is out of reach or failing. An error in the query itself is thrown
 * unchanged.
 */
export const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const cause = networkErrorIn(error);
    if (isBrokenSocket(error) || (cause instanceof MongoError && isTransient(cause))) {
      throw new ReadStoreUnavailable('the read models are out of reach', { cause: error });
    }
    throw error;
  }
};
