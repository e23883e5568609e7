/** Waiting for the client, but not for ever. */
import { NoAnswer } from './failures.ts';

/** Settles as `answer` does, or rejects with `NoAnswer`; then whatever becomes of `answer` later is nobody's concern. */
export const answeredWithin = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const overtime = setTimeout(() => reject(new NoAnswer(`no answer within ${milliseconds} ms`)), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(overtime));
  });
