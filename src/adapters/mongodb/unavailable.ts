/** What went wrong in MongoDB, in the port's terms. */
import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { ReadStoreUnavailable } from '../../ports/read-store.ts';

/** What the server answers while it is starting, stopping, electing, overloaded, or has lost what was asked about. */
const passingCodes: ReadonlySet<number | string | undefined> = new Set([
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

/** The index that a query names is gone: somebody dropped the database under us. */
const indexGone = /hint provided does not correspond to an existing index/;

/** A socket's own error: the driver lets one through where a connection breaks just as it is written to. */
const isBrokenSocket = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof MongoError) && 'syscall' in error;

/** A bulk write says what broke its connection as though a server had answered so: without a code, and often without a label. */
const brokenOff = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof MongoError
    ? error.errorResponse
    : error;

const passes = (error: MongoError): boolean =>
  !(error instanceof MongoServerError) ||
  passingCodes.has(error.code) ||
  indexGone.test(error.message) ||
  error.hasErrorLabel('TransientTransactionError') ||
  error.hasErrorLabel('UnknownTransactionCommitResult') ||
  error.hasErrorLabel('RetryableWriteError');

/** Whether the same transaction may succeed when it is run again from its start, at once. */
export const isWorthAnotherRun = (error: unknown): boolean =>
  isBrokenSocket(error) ||
  brokenOff(error) instanceof MongoNetworkError ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('UnknownTransactionCommitResult') ||
      error.code === 11000 ||
      error.code === 112));

/** Whether another moment may be readable where this one is not: taken while collections or indexes changed, or too old. */
export const isMomentGone = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  (error.code === 239 || error.code === 246 || error.hasErrorLabel('TransientTransactionError'));

/** Answers what `work` answers; what is the store's trouble, and not the question's, becomes ReadStoreUnavailable. */
export const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const said = brokenOff(error);
    if (isBrokenSocket(error) || (said instanceof MongoError && passes(said))) {
      throw new ReadStoreUnavailable('the read models are out of reach', { cause: error });
    }
    throw error;
  }
};
