/** Work on the read store is tried until it succeeds: however long the store is out of reach, no batch may be skipped. */
import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLost, ReadStoreUnavailable } from '../../ports/read-store.ts';
import type { Logger } from '../logger.ts';
import type { ProjectorParts } from './projector-parts.ts';

const retryMsDefault = 500;
/** What is no outage does not pass by itself: beyond this many tries each pause is twice the one before, up to eight seconds. */
const patience = 5;
const doublingsMax = 4;
const toldEveryMs = 60_000;

type RetryParts = Pick<ProjectorParts, 'logger' | 'retryMs'>;

const pauseOf = (ms: number, signal: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

export class Retry {
  readonly #logger: Logger;
  readonly #onFailure: () => void;
  readonly #retryMs: number;
  readonly #pause: typeof pauseOf;
  readonly #closed = new AbortController();
  /** When it was logged that the store fails, in milliseconds; undefined: it has answered since. */
  #toldAt: number | undefined;

  constructor({ logger, retryMs = retryMsDefault }: RetryParts, onFailure: () => void, pause = pauseOf) {
    this.#logger = logger;
    this.#onFailure = onFailure;
    this.#retryMs = retryMs;
    this.#pause = pause;
  }

  /** Undefined: `end` was called, or another process has the lease now. */
  async on<T>(work: () => Promise<T>): Promise<T | undefined> {
    let tries = 0;
    while (!this.#closed.signal.aborted) {
      try {
        const done = await work();
        if (this.#toldAt !== undefined) this.#logger.info({}, 'the read store answers again');
        this.#toldAt = undefined;
        return done;
      } catch (error) {
        if (error instanceof LeaseLost) return undefined;
        tries = error instanceof ReadStoreUnavailable ? 0 : tries + 1;
        this.#tell(error);
        this.#onFailure();
        const doublings = Math.min(Math.max(0, tries - patience), doublingsMax);
        await this.#pause(this.#retryMs * 2 ** doublings, this.#closed.signal);
      }
    }
    return undefined;
  }

  end(): void {
    this.#closed.abort();
  }

  /** Once a minute, not for every attempt. */
  #tell(error: unknown): void {
    const now = performance.now();
    if (this.#toldAt !== undefined && now - this.#toldAt < toldEveryMs) return;
    this.#logger.error({ err: error }, 'the read store failed; trying again');
    this.#toldAt = now;
  }
}
