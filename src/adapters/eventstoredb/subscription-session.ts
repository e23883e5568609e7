/**
 * One subscription of the client, from its beginning until it fails, falls silent or is stopped. Events are delivered in batches. While the
 * listener is busy and many events wait, the client is paused. Events that were not handled at the end are dropped: the next session begins
 * after the last handled event.
 *
 * Whether the listener is caught up, and whether a silent subscription has stopped without an error, is found by a comparison with the log's
 * tail. (Servers before 23.10 do not report that a subscription is caught up.) For the comparison every event of the log must arrive here.
 * Therefore prefixes are compared here and not in the store.
 */
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StoredEvent } from '../../ports/event-log.ts';
import { within } from './connection.ts';
import { openEventSource } from './event-source.ts';
import { Broken, isDefinite } from './failures.ts';
import type { StoreContext } from './store-context.ts';

type SessionParts = {
  readonly after: number;
  readonly tail: (floor: number) => Promise<number>;
  /** Called in log order, one call at a time. The events count as handled when it has resolved. */
  readonly handle: (batch: readonly StoredEvent[]) => void | Promise<void>;
  /** Aborted to stop the session. */
  readonly stopping: AbortSignal;
};

const batchMax = 512;
const waitingMax = 1024;

/**
 * Resolves when the session was stopped. Rejects with `Broken`, or with the reason why another session must begin. In each case no batch is
 * being handled any more.
 */
export const runSession = async (
  { connection, window, namespace, timings }: StoreContext,
  client: EventStoreDBClient,
  givenUp: AbortSignal,
  parts: SessionParts,
): Promise<void> => {
  const over = new AbortController();
  let failure: unknown;
  const waiting: StoredEvent[] = [];
  let received = parts.after;
  /** Counts messages of any kind. A store that passes many events of other logs is not silent. */
  let messages = 0;
  let paused = false;
  let arrived = (): void => {};

  const end = (why?: unknown): void => {
    if (over.signal.aborted) return;
    failure = why;
    over.abort();
    arrived();
  };
  const fail = (error: unknown): void =>
    end(isDefinite(error) ? new Broken('the subscription', { cause: error }) : error);

  const source = openEventSource(client, namespace, parts.after, {
    onEvent(event) {
      messages += 1;
      received = event.position;
      connection.saw(received);
      waiting.push(event);
      if (waiting.length >= waitingMax) {
        paused = true;
        source.pause();
      }
      arrived();
    },
    onPassed() {
      messages += 1;
    },
    onFailure: fail,
  });
  const stop = (): void => end();
  const abandon = (): void => end(new Error('the client was given up'));
  parts.stopping.addEventListener('abort', stop, { once: true });
  givenUp.addEventListener('abort', abandon, { once: true });

  const handOver = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      if (waiting.length === 0) await arrival;
      // Events that arrive together are delivered together, because every delivery wakes polls, and because callers that are answered
      // together append together. The events of the appends that are under way now follow soon.
      await nextTurn();
      await within(timings.appendsWaitMsMax, window.answered());
      if (over.signal.aborted || waiting.length === 0) continue;
      const batch = waiting.splice(0, batchMax);
      if (paused && waiting.length < batchMax) {
        paused = false;
        source.resume();
      }
      await parts.handle(batch);
    }
  };

  /** Silence is a fault only if the log has an event that was not delivered. */
  const watch = async (): Promise<void> => {
    let suspected: number | undefined;
    while (!over.signal.aborted) {
      const before = messages;
      await after(timings.stallMs, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      if (messages !== before || paused) suspected = undefined;
      else if (suspected === received) fail(new Error('the log has events that the subscription did not deliver'));
      else if ((await parts.tail(received)) > received) suspected = received;
    }
  };

  const watched = watch().catch(fail);
  try {
    await handOver();
  } catch (error) {
    end(new Broken('the listener', { cause: error }));
  }
  await watched;
  parts.stopping.removeEventListener('abort', stop);
  givenUp.removeEventListener('abort', abandon);
  source.stop();
  if (failure !== undefined) throw failure;
};
