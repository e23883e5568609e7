/** A lasting subscription. After a failure a new session begins after the last handled event, until the subscription is stopped. */
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { LogListener, LogSubscription, StoredEvent } from '../../ports/event-log.ts';
import { pauseMs } from './connection.ts';
import { Broken, detailOf, isDefinite } from './failures.ts';
import type { StoreContext } from './store-context.ts';
import { runSession } from './subscription-session.ts';
import type { Tail } from './tail.ts';

type SubscriptionParts = {
  readonly context: StoreContext;
  readonly tail: Tail;
  readonly isWanted: (event: StoredEvent) => boolean;
  /** The listener failed or the store refused, so that events were missed. */
  readonly onBroken: (error: unknown) => void;
};

export const subscribe = (
  { context, tail, isWanted, onBroken }: SubscriptionParts,
  begin: number,
  listener: LogListener,
): LogSubscription => {
  const { connection, notice } = context;
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  let handled = begin;

  /** Runs one session. When everything up to `end` is handled, the listener is caught up. */
  const session = (end: number): Promise<void> => {
    let isCaughtUp = false;
    const catchUp = (): void => {
      if (isCaughtUp || handled < end || stopping.signal.aborted) return;
      isCaughtUp = true;
      listener.onCaughtUp();
    };
    catchUp();
    const parts = {
      after: tail.behind(handled),
      tail: tail.position,
      stopping: stopping.signal,
      async handle(batch: readonly StoredEvent[]) {
        const wanted = batch.filter(isWanted);
        if (wanted.length > 0) await listener.onEvents(wanted);
        handled = batch.at(-1)?.position ?? handled;
        catchUp();
      },
    };
    return connection.use((client, givenUp) => runSession(context, client, givenUp, parts));
  };

  /** Undefined if the store is out of reach again, or if the subscription is stopped. */
  const tailNow = async (): Promise<number | undefined> => {
    await Promise.race([connection.answersBefore(Number.POSITIVE_INFINITY), stopped]);
    if (stopping.signal.aborted) return undefined;
    return tail.position(handled).catch((error: unknown) => {
      if (isDefinite(error)) throw error;
      return undefined;
    });
  };

  const run = async (): Promise<void> => {
    for (let attempts = 0; !stopping.signal.aborted; attempts += 1) {
      const end = await tailNow();
      if (end !== undefined && !stopping.signal.aborted) {
        const before = handled;
        try {
          await session(end);
          return;
        } catch (error) {
          if (error instanceof Broken) throw error.cause;
          if (stopping.signal.aborted) return;
          notice({ kind: 'subscription-dropped', position: handled, detail: detailOf(error) });
        }
        if (handled > before) attempts = 0;
      }
      // The wait is aborted when the subscription is stopped, which ends the loop.
      await after(pauseMs(attempts), undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) onBroken(error);
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
