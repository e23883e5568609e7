/**
 * A subscription of the client to this log's events: stored ones after a position, then new ones. Large parts of the log are read by it
 * too, because subscriptions are the only functions of the client with a filter on the server.
 */
import { type EventStoreDBClient, type Position, START, streamNameFilter } from '@eventstore/db-client';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { Namespace } from './namespace.ts';
import { storePosition } from './positions.ts';
import { storedEvent } from './stored-event.ts';

export type EventSourceListener = {
  /** Events in log order. */
  onEvent(event: StoredEvent): void;
  /** The store has passed this position, and all events of this log up to it were handed over. It may lie behind the last event's. */
  onPassed(position: number): void;
  /** The subscription has failed or ended. Nothing is called after this. */
  onFailure(error: unknown): void;
};

export type EventSource = {
  /** While paused, only events that are already on their way are delivered. */
  pause(): void;
  resume(): void;
  /** Nothing is called any more. */
  stop(): void;
};

/** How many events the store passes until it tells how far it is. */
const searchWindow = 1000;

export const openEventSource = (
  client: EventStoreDBClient,
  namespace: Namespace,
  after: number,
  listener: EventSourceListener,
): EventSource => {
  let received = after;
  let passed = after;
  let isOver = false;

  const stop = (): void => {
    isOver = true;
    // It rejects if the subscription could not begin. Its own error reports that.
    subscription.unsubscribe().catch(() => {});
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    stop();
    listener.onFailure(error);
  };
  /** The client tells of positions ahead of events that it still has in its buffer. */
  const tellPassed = (): void => {
    if (!isOver && subscription.readableLength === 0) listener.onPassed(Math.max(received, passed));
  };

  const subscription = client.subscribeToAll({
    fromPosition: after === 0 ? START : storePosition(after),
    filter: streamNameFilter({
      regex: namespace.filter,
      maxSearchWindow: searchWindow,
      checkpointReached(_subscription, { commit }: Position) {
        passed = Number(commit);
        tellPassed();
      },
    }),
  });
  subscription.on('data', ({ event }) => {
    if (isOver) return;
    try {
      if (event === undefined || !namespace.has(event)) return;
      const stored = storedEvent(event, namespace);
      if (stored.position <= received) throw new RangeError(`position ${stored.position} came after ${received}`);
      received = stored.position;
      listener.onEvent(stored);
      tellPassed();
    } catch (error) {
      fail(error);
    }
  });
  // Stays: what was stopped may still fail.
  subscription.on('error', fail);
  subscription.on('end', () => fail(new Error('the subscription ended')));

  return {
    pause: () => void subscription.pause(),
    resume: () => void subscription.resume(),
    stop,
  };
};
