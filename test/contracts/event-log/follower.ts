/** A subscription that records the delivered events and lets a test wait for them. */
import type { EventLog, StoredEvent } from '../../../src/ports/event-log.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

export type Followed = {
  readonly events: StoredEvent[];
  /** How often the listener was called while its last promise was pending. */
  readonly overlaps: () => number;
  /** Resolves once this many events have come. */
  reached(count: number): Promise<void>;
  readonly caughtUp: Promise<void>;
  /** How many events had come when the caught-up mark came first. */
  readonly eventsBeforeCaughtUp: () => number | undefined;
  stop(): Promise<void>;
};

type Options = {
  readonly after: number;
  readonly prefixes?: readonly string[];
  /** What the listener returns: undefined, or a promise that holds further events back. */
  readonly onBatch?: (events: readonly StoredEvent[]) => void | Promise<void>;
};

export const follow = (log: EventLog, { after, prefixes = [], onBatch }: Options): Followed => {
  const events: StoredEvent[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let eventsBeforeCaughtUp: number | undefined;
  const { promise: caughtUp, resolve: markCaughtUp } = withResolvers();
  let pending = false;
  let overlaps = 0;

  const take = (batch: readonly StoredEvent[]): void => {
    if (pending) overlaps += 1;
    events.push(...batch);
    for (const { count, resolve } of waiting) if (events.length >= count) resolve();
  };
  const subscription = log.subscribe(after, prefixes, {
    onEvents(batch) {
      take(batch);
      const busy = onBatch?.(batch);
      if (busy === undefined) return;
      pending = true;
      return busy.finally(() => {
        pending = false;
      });
    },
    onCaughtUp() {
      eventsBeforeCaughtUp ??= events.length;
      markCaughtUp();
    },
  });

  return {
    events,
    overlaps: () => overlaps,
    reached: (count) =>
      new Promise((resolve) => {
        if (events.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    caughtUp,
    eventsBeforeCaughtUp: () => eventsBeforeCaughtUp,
    stop: () => subscription.stop(),
  };
};
