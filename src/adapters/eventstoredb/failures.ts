/** What an error of the client means for the request that failed. */
import {
  AccessDeniedError,
  type CommandError,
  InvalidArgumentError,
  isCommandError,
  StreamDeletedError,
  UnknownError,
  UnsupportedError,
} from '@eventstore/db-client';

/** There was no answer in time. The client enforces no deadlines on the calls that are used here. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** Settles as `answer` does, or rejects with `NoAnswer` after that time. A later result of `answer` is ignored. */
export const answeredWithin = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(milliseconds)), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });

export const detailOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.constructor.name : error.message;
};

/** A failure that another client or another attempt would not change. Its cause says why. */
export class Broken extends Error {
  override name = 'Broken';
}

/** Whether the request is wrong or not allowed, so that repeating it would change nothing. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof Broken ||
  error instanceof AccessDeniedError ||
  error instanceof StreamDeletedError ||
  error instanceof InvalidArgumentError ||
  error instanceof UnsupportedError ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof UnknownError && /InvalidPosition|Invalid position/i.test(error.message));

/** Whether the error is the store's answer to one append. All other errors have the status code with which their call ended. */
export const isAnswer = (error: unknown): error is CommandError =>
  error instanceof Error && isCommandError(error) && error.code === undefined;

/**
 * Whether a node answered that it did not accept the append. Every other error that is not definite leaves the append in doubt, whatever it
 * says: a node that is shutting down has carried out appends that it answered with "unavailable".
 */
export const isNotTaken = (error: unknown): boolean =>
  isAnswer(error) && /Server Is Not Ready|Server Is Busy|No leader info/.test(error.message);
