/** One read of the client, whole: the client ends a read that was cut in ways that a loop over it would wait on for ever. */
import { type StreamingRead, StreamNotFoundError } from '@eventstore/db-client';
import { NoAnswer } from './failures.ts';

/** What the read brings, in order; `NoAnswer` when it is silent for longer than `quietMs`. A stream that is not there is empty. */
export const collected = <E>(read: StreamingRead<E>, quietMs: number): Promise<E[]> =>
  new Promise((resolve, reject) => {
    const events: E[] = [];
    const silence = setTimeout(() => {
      reject(new NoAnswer(`no answer within ${quietMs} ms`));
      // What it was cancelled for is told already.
      read.cancel().catch(() => {});
    }, quietMs);
    read.on('data', (event: E) => {
      events.push(event);
      silence.refresh();
    });
    read.on('end', () => {
      clearTimeout(silence);
      resolve(events);
    });
    // Stays: a cancelled read may still fail.
    read.on('error', (error) => {
      clearTimeout(silence);
      if (error instanceof StreamNotFoundError) resolve([]);
      else reject(error);
    });
  });
