/** A subscription that lasts: it is begun anew after the last event that was handled, until it is stopped. */
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { LogListener, LogSubscription, StoredEvent } from '../../ports/event-log.ts';
import { pauseMs } from './availability.ts';
import { isDefinite } from './failures.ts';
import type { Tail } from './reading.ts';
import type { StoreContext } from './store-context.ts';
import { runSession, type SessionEnd } from './subscription-session.ts';

export type Following = {
  readonly context: StoreContext;
  readonly tail: Tail;
  readonly isWanted: (event: StoredEvent) => boolean;
  /** The listener failed, or what it follows cannot be followed: it has missed events, and nobody else can know. */
  readonly onBroken: (error: unknown) => void;
};

export const follow = (
  { context, tail, isWanted, onBroken }: Following,
  begin: number,
  listener: LogListener,
): LogSubscription => {
  const { availability, notice } = context;
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  let handled = begin;

  /** One session; once everything up to `end` is handled, it is caught up. */
  const session = async (end: number): Promise<SessionEnd> => {
    let isCaughtUp = false;
    const catchUp = (): void => {
      if (isCaughtUp || handled < end || stopping.signal.aborted) return;
      isCaughtUp = true;
      listener.onCaughtUp();
    };
    catchUp();
    return runSession(context, {
      after: tail.behind(handled),
      tail: tail.position,
      stopping: stopping.signal,
      async handle(batch) {
        const wanted = batch.filter(isWanted);
        if (wanted.length > 0) await listener.onEvents(wanted);
        handled = batch.at(-1)?.position ?? handled;
        catchUp();
      },
    });
  };

  const pause = (attempts: number): Promise<unknown> =>
    // Aborted when it is stopped, and then nothing follows.
    after(pauseMs(attempts), undefined, { signal: stopping.signal }).catch(() => {});

  /** Undefined when the store is out of reach again, or when it is stopped. */
  const tailNow = async (): Promise<number | undefined> => {
    await Promise.race([availability.answersBefore(Number.POSITIVE_INFINITY), stopped]);
    if (stopping.signal.aborted) return undefined;
    return tail.position().catch((error: unknown) => {
      if (isDefinite(error)) throw error;
      return undefined;
    });
  };

  const run = async (): Promise<void> => {
    for (let attempts = 0; !stopping.signal.aborted; attempts += 1) {
      const end = await tailNow();
      if (end !== undefined && !stopping.signal.aborted) {
        const before = handled;
        const ended = await session(end);
        if ('broken' in ended) throw ended.broken;
        if (stopping.signal.aborted) return;
        notice({ kind: 'subscription-dropped', position: handled, detail: ended.reason });
        availability.suspect(ended.reason);
        if (handled > before) attempts = 0;
      }
      await pause(attempts);
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
