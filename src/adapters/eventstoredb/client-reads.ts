/** Completes reads of the client. A plain loop over a read waits for ever if the read is cancelled or its connection breaks. */
import { type StreamingRead, StreamNotFoundError } from '@eventstore/db-client';
import { NoAnswer } from './failures.ts';

/**
 * Passes the results of the read to `take`, in order, until `take` returns false or nothing is left. A stream that does not exist is empty.
 * Rejects with `NoAnswer` when the read is silent for longer than `quietMs`, and when `givenUp` is aborted.
 */
export const readEach = <E>(
  read: StreamingRead<E>,
  quietMs: number,
  givenUp: AbortSignal,
  take: (event: E) => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let isOver = false;
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(silence);
      givenUp.removeEventListener('abort', abandon);
      settle();
    };
    const cancel = (settle: () => void): void => {
      end(settle);
      // `cancel` rejects if the read could not begin. The error of the read reports that.
      read.cancel().catch(() => {});
    };
    const abandon = (): void => cancel(() => reject(new Error('the client was given up')));
    const silence = setTimeout(() => cancel(() => reject(new NoAnswer(quietMs))), quietMs);
    givenUp.addEventListener('abort', abandon, { once: true });
    read.on('data', (event: E) => {
      if (isOver) return;
      silence.refresh();
      if (!take(event)) cancel(resolve);
    });
    read.on('end', () => end(resolve));
    // The listener is not removed, because a cancelled read may still fail.
    read.on('error', (error) => end(() => (error instanceof StreamNotFoundError ? resolve() : reject(error))));
  });

/** All results of the read. */
export const collect = async <E>(read: StreamingRead<E>, quietMs: number, givenUp: AbortSignal): Promise<E[]> => {
  const events: E[] = [];
  await readEach(read, quietMs, givenUp, (event) => {
    events.push(event);
    return true;
  });
  return events;
};
