/** Waiting for the client, but not for ever. */
import { setTimeout as after } from 'node:timers/promises';
import { NoAnswer } from './failures.ts';

/** Settles as `answer` does, or rejects with `NoAnswer`; then whatever becomes of `answer` later is nobody's concern. */
export const answeredWithin = async <T>(milliseconds: number, answer: Promise<T>): Promise<T> => {
  const timer = new AbortController();
  const overtime = after(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new NoAnswer(`no answer within ${milliseconds} ms`);
  });
  // Aborted when the answer comes first; an answer that comes last may be an error.
  overtime.catch(() => {});
  answer.catch(() => {});
  return Promise.race([answer, overtime]).finally(() => timer.abort());
};
