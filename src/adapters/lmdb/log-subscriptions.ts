/**
 * Subscriptions to the log. A follower that has reached the tail receives each acknowledged batch from memory, synchronously. A follower
 * that lags (it is new, or its listener is still busy) reads the file until it has reached the tail. Events are never queued in
 * memory for a follower: it reads them from the file.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogListener, LogSubscription, StoredEvent } from '../../ports/event-log.ts';

type Reading = { readonly events: readonly StoredEvent[]; readonly upTo: number };

type Follower = {
  /** Delivers an acknowledged batch if the follower's position is `before` and its listener is idle; otherwise it reads the file later. */
  offer(batch: readonly StoredEvent[], before: number, tail: number): void;
  stop(): Promise<void>;
};

type LogSubscriptions = {
  subscribe(after: number, prefixes: readonly string[], listener: LogListener): LogSubscription;
  /** Called when these events moved the tail from `before` to `tail`. */
  publish(batch: () => readonly StoredEvent[], before: number, tail: number): void;
  stopAll(): Promise<void>;
};

type SubscriptionSource = {
  tail(): number;
  /** The next events up to the tail, limited in number and size. */
  read(after: number, prefixes: readonly string[]): Reading;
  /** Called when a listener failed and so has missed events. */
  onFailure(error: unknown): void;
};

const follow = (
  source: SubscriptionSource,
  after: number,
  prefixes: readonly string[],
  listener: LogListener,
): Follower => {
  let position = after;
  let stopped = false;
  let caughtUp = false;
  /** Set while the follower reads the file or waits for its listener; undefined when it is at the tail. */
  let lagging: Promise<void> | undefined;

  const isWanted = ({ stream }: StoredEvent): boolean =>
    prefixes.length === 0 || prefixes.some((prefix) => stream.startsWith(prefix));

  const catchUp = async (busy: Promise<void> | undefined): Promise<void> => {
    await (busy ?? nextTurn());
    while (!stopped && position < source.tail()) {
      const { events, upTo } = source.read(position, prefixes);
      position = upTo;
      if (events.length > 0) await listener.onEvents(events);
      // The event loop runs between two chunks of a long log.
      if (!stopped && position < source.tail()) await nextTurn();
    }
    lagging = undefined;
    if (stopped || caughtUp) return;
    caughtUp = true;
    listener.onCaughtUp();
  };

  const lag = (busy?: Promise<void>): void => {
    lagging = catchUp(busy).catch((error: unknown) => {
      stopped = true;
      source.onFailure(error);
    });
  };

  lag();
  return {
    offer(batch, before, tail) {
      if (lagging !== undefined || position >= tail) return;
      if (position !== before) return lag();
      position = tail;
      const wanted = batch.filter(isWanted);
      if (wanted.length === 0) return;
      try {
        const busy = listener.onEvents(wanted);
        if (busy !== undefined) lag(busy);
      } catch (error) {
        stopped = true;
        source.onFailure(error);
      }
    },
    async stop() {
      stopped = true;
      await lagging;
    },
  };
};

export const logSubscriptions = (source: SubscriptionSource): LogSubscriptions => {
  const followers = new Set<Follower>();
  return {
    subscribe(after, prefixes, listener) {
      const follower = follow(source, after, prefixes, listener);
      followers.add(follower);
      return {
        stop: () => {
          followers.delete(follower);
          return follower.stop();
        },
      };
    },
    publish(batch, before, tail) {
      if (followers.size === 0) return;
      const events = batch();
      for (const follower of followers) follower.offer(events, before, tail);
    },
    async stopAll() {
      const stopping = [...followers].map((follower) => follower.stop());
      followers.clear();
      await Promise.all(stopping);
    },
  };
};
