/** Tries work on the read store until it succeeds. No batch may be skipped, however long the store is out of reach. */
import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLost, ReadStoreUnavailable } from '../../ports/read-store.ts';
import type { ProjectorParts } from './projector-parts.ts';

const retryMsDefault = 500;
/** After this many tries each pause is twice the one before, up to eight seconds, because the error may not pass by itself. */
const triesAtBasePause = 5;
const doublingsMax = 4;
const loggedEveryMs = 60_000;

type RetryParts = Pick<ProjectorParts, 'logger' | 'retryMs'>;

const pauseOf = (ms: number, signal: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

export type Retry = ReturnType<typeof retrying>;

export function retrying({ logger, retryMs = retryMsDefault }: RetryParts, onFailure: () => void, pause = pauseOf) {
  const closed = new AbortController();
  /** When the outage was logged, in milliseconds. Undefined: the store has answered since. */
  let loggedAt: number | undefined;

  /** Undefined: `end` was called, or another process has the lease now. */
  async function on<T>(work: () => Promise<T>): Promise<T | undefined> {
    let tries = 0;
    while (!closed.signal.aborted) {
      try {
        const done = await work();
        if (loggedAt !== undefined) logger.info({}, 'the read store answers again');
        loggedAt = undefined;
        return done;
      } catch (error) {
        if (error instanceof LeaseLost) return undefined;
        tries = error instanceof ReadStoreUnavailable ? 0 : tries + 1;
        log(error);
        onFailure();
        const doublings = Math.min(Math.max(0, tries - triesAtBasePause), doublingsMax);
        await pause(retryMs * 2 ** doublings, closed.signal);
      }
    }
    return undefined;
  }

  function end(): void {
    closed.abort();
  }

  /** Logs once a minute, and not for every attempt. */
  function log(error: unknown): void {
    const now = performance.now();
    if (loggedAt !== undefined && now - loggedAt < loggedEveryMs) return;
    logger.error({ err: error }, 'the read store failed; trying again');
    loggedAt = now;
  }

  return { on, end };
}
