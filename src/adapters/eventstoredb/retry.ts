/** Repeats requests that may be repeated, until the store has been out of reach for too long. */
import { setTimeout as after } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { pauseMs } from './connection.ts';
import { isDefinite } from './failures.ts';
import type { StoreContext } from './store-context.ts';

/** When the wait for the store ends. A request that begins late in an outage waits no longer than one that began with it. */
export const waitEnds = ({ connection, timings }: StoreContext, began: number): number =>
  Math.min(began, connection.downSince ?? began) + timings.unavailableAfterMs;

/** Throws `EventLogUnavailable`, or the store's definite refusal. */
export const retried = async <T>(
  context: StoreContext,
  request: (client: EventStoreDBClient, givenUp: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { connection, closed } = context;
  const began = performance.now();
  for (let attempts = 0; ; attempts += 1) {
    const deadline = waitEnds(context, began);
    if (!(await connection.answersBefore(deadline)) || (attempts > 0 && performance.now() > deadline)) {
      closed.throwIfAborted();
      throw new EventLogUnavailable(`the event store does not answer: ${connection.failure}`);
    }
    try {
      return await connection.use(request);
    } catch (error) {
      closed.throwIfAborted();
      if (isDefinite(error)) throw error;
    }
    await after(pauseMs(attempts), undefined, { signal: closed });
  }
};
