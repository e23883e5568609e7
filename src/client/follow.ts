/**
 * The loop over an event queue. It continues through restarts of the server, lost connections and rate limits. If the queue is gone, it
 * registers another one and passes on the new state, so that nothing in between is missed.
 */
import type { Event } from './api.ts';
import { ApiError, isForeign, isTrouble, waitAfter } from './errors.ts';
import type { Ask } from './transport.ts';

/** The answer of `POST /register`. */
export type Registered = Readonly<Record<string, unknown>> & {
  readonly queue_id: string;
  readonly last_event_id: number;
};

export type Follower<State = Registered> = {
  /** Parameters of `POST /register`. */
  readonly register?: Readonly<Record<string, unknown>>;
  /** Called when there is a queue: first at the start, and again if the queue was lost. Replace your state with this one. */
  readonly onState?: (state: State, isAgain: boolean) => unknown;
  /** Called for each event that is newer than the state, in order, except heartbeats. The next event waits for the returned promise. */
  readonly onEvent: (event: Event) => unknown;
  /** Called with each failure, and with the pause before the loop continues. */
  readonly onTrouble?: (error: unknown, waitMs: number) => unknown;
  /** Ends the loop and the queue. */
  readonly signal?: AbortSignal;
};

export type Patience = {
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random: () => number;
};

/** Servers answer a poll within 85 seconds. A connection that is silent for longer is dead. */
const pollTimeoutMs = 120_000;
const usualTimeoutMs = 60_000;
/** The service itself asks for at most a minute. A proxy may ask for any time. */
const longestWaitMs = 120_000;

/**
 * Resolves when `signal` is aborted. Throws what a callback throws, and errors that waiting cannot resolve, such as a wrong key. The queue
 * ends with the loop.
 */
export async function follow(ask: Ask, { wait, random }: Patience, follower: Follower): Promise<void> {
  const { signal, onState, onEvent, onTrouble } = follower;
  let queueId: string | undefined;
  let attempts = 0;
  const waitAfterFailure = async (error: unknown): Promise<void> => {
    const waitMs = Math.min(longestWaitMs, waitAfter(error, attempts, random));
    attempts += 1;
    await onTrouble?.(error, waitMs);
    await wait(waitMs, signal);
  };
  const register = async (): Promise<Registered> => {
    const request = { method: 'POST', path: '/register', headers: {}, timeoutMs: usualTimeoutMs, signal };
    return (await ask({ ...request, parameters: follower.register ?? {} })) as Registered;
  };
  const poll = async (last: number): Promise<readonly Event[]> => {
    const request = { method: 'GET', path: '/events', headers: {}, timeoutMs: pollTimeoutMs, signal };
    // After a failure the first poll does not wait for events: its answer shows that the connection is back.
    const dont_block = attempts > 0 || undefined;
    const answer = await ask({ ...request, parameters: { queue_id: queueId, last_event_id: last, dont_block } });
    return answer.events as readonly Event[];
  };

  let last = -1;
  let isAgain = false;
  try {
    while (!signal?.aborted) {
      let events: readonly Event[];
      try {
        if (queueId === undefined) {
          const state = await register();
          queueId = state.queue_id;
          last = state.last_event_id;
          await calling(() => onState?.(state, isAgain));
          isAgain = true;
        }
        events = await poll(last);
        attempts = 0;
      } catch (error) {
        if (error instanceof FromCallback) throw error.cause;
        if (signal?.aborted) break;
        // The queue is gone, or it is ahead of a log that was restored from a backup.
        if (queueId !== undefined && error instanceof ApiError && error.status === 400) {
          queueId = undefined;
          if (attempts > 0) await waitAfterFailure(error);
          attempts += 1;
        } else if (isTrouble(error) || (isAgain && isForeign(error))) await waitAfterFailure(error);
        else throw error;
        continue;
      }
      for (const event of events) {
        if (signal?.aborted) break;
        if (event.id > last && event.type !== 'heartbeat') await onEvent(event);
        last = Math.max(last, event.id);
      }
    }
  } finally {
    if (queueId !== undefined) await end(ask, queueId);
  }
}

class FromCallback extends Error {}

/** Marks errors of a callback, so that they are not treated as failures of a request. */
async function calling(callback: () => unknown): Promise<void> {
  try {
    await callback();
  } catch (cause) {
    throw new FromCallback('a callback failed', { cause });
  }
}

/** A queue that cannot be ended now expires when nobody polls it. */
async function end(ask: Ask, queueId: string): Promise<void> {
  const request = { method: 'DELETE', path: '/events', headers: {}, timeoutMs: 5_000, signal: undefined };
  await ask({ ...request, parameters: { queue_id: queueId } }).catch(() => undefined);
}
