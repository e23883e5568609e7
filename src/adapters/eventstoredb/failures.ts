/** What an error of the client says about the request that failed. */
import {
  AccessDeniedError,
  InvalidArgumentError,
  StreamDeletedError,
  UnknownError,
  UnsupportedError,
} from '@eventstore/db-client';

/** Nothing came back in time: the client enforces no deadlines on the paths that are used here. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** The store does not let it be done. */
export class Refused extends Error {
  override name = 'Refused';
}

export const detailOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.constructor.name : error.message;
};

/** The request is wrong, or not allowed: asking again would change nothing. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof Refused ||
  error instanceof AccessDeniedError ||
  error instanceof StreamDeletedError ||
  error instanceof InvalidArgumentError ||
  error instanceof UnsupportedError ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof UnknownError && /InvalidPosition|Invalid position/i.test(error.message));

/**
 * What a node says that answered an append by not taking it. Everything else that is not definite leaves the append in doubt,
 * whatever it looks like: a node on its way down has carried out what it answered with "unavailable".
 */
export const isNotTaken = (detail: string): boolean => /Server Is Not Ready|Server Is Busy|No leader info/.test(detail);
