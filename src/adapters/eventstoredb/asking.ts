/** Questions to the store, which may be asked again: they are, until the store has been out of reach for too long. */
import { setTimeout as after } from 'node:timers/promises';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { pauseMs } from './availability.ts';
import { detailOf, isDefinite } from './failures.ts';
import type { StoreContext } from './store-context.ts';

/** Until when to wait for the store: whoever comes late to an outage waits no longer than who saw it begin. */
export const patienceEnds = ({ availability, timings }: StoreContext, began: number): number =>
  Math.min(began, availability.downSince ?? began) + timings.unavailableAfterMs;

/** Throws `EventLogUnavailable`, or what the store has against the question. */
export const asked = async <T>(context: StoreContext, question: () => Promise<T>): Promise<T> => {
  const { availability, closed } = context;
  const began = performance.now();
  for (let attempts = 0; ; attempts += 1) {
    const deadline = patienceEnds(context, began);
    if (!(await availability.answersBefore(deadline)) || (attempts > 0 && performance.now() > deadline)) {
      closed.throwIfAborted();
      throw new EventLogUnavailable(`the event store does not answer: ${availability.detail}`);
    }
    try {
      return await question();
    } catch (error) {
      closed.throwIfAborted();
      if (isDefinite(error)) throw error;
      availability.suspect(detailOf(error));
    }
    await after(pauseMs(attempts), undefined, { signal: closed });
  }
};
