/**
 * A subscription of the client to this log's events: stored events after a position, then new ones. Large parts of the log are read through
 * it too, because only subscriptions can filter on the server.
 */
import { type EventStoreDBClient, type Position, START, streamNameFilter } from '@eventstore/db-client';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { Namespace } from './namespace.ts';
import { storePosition } from './positions.ts';
import { storedEvent } from './stored-event.ts';

type EventSourceListener = {
  /** Called with each event, in log order. */
  onEvent(event: StoredEvent): void;
  /** The store has passed this position, and all events of this log up to it were delivered. It may be before the last delivered event. */
  onPassed(position: number): void;
  /** The subscription has failed or ended. No callback is called after this. */
  onFailure(error: unknown): void;
};

type EventSource = {
  /** While paused, only events that are already on their way are delivered. */
  pause(): void;
  resume(): void;
  /** After this, no callback is called. */
  stop(): void;
};

/** After this many events that it passes, the store reports its position. */
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
    // `unsubscribe` rejects if the subscription could not begin. The error of the subscription reports that.
    subscription.unsubscribe().catch(() => {});
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    stop();
    listener.onFailure(error);
  };
  /** The client reports positions ahead of events that it still has in its buffer. */
  const reportPassed = (): void => {
    if (!isOver && subscription.readableLength === 0) listener.onPassed(Math.max(received, passed));
  };

  const subscription = client.subscribeToAll({
    fromPosition: after === 0 ? START : storePosition(after),
    filter: streamNameFilter({
      regex: namespace.filter,
      maxSearchWindow: searchWindow,
      checkpointReached(_subscription, { commit }: Position) {
        passed = Number(commit);
        reportPassed();
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
      reportPassed();
    } catch (error) {
      fail(error);
    }
  });
  // The listener is not removed, because a stopped subscription may still fail.
  subscription.on('error', fail);
  subscription.on('end', () => fail(new Error('the subscription ended')));

  return {
    pause: () => void subscription.pause(),
    resume: () => void subscription.resume(),
    stop,
  };
};
