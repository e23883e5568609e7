/** Work on the read store is tried until it succeeds: however long the store is out of reach, no batch may be skipped. */
import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLost } from '../../ports/read-store.ts';
import type { Logger } from '../logger.ts';

const retryMs = 500;

export class Retry {
  readonly #logger: Logger;
  readonly #onFailure: () => void;
  /** The store has failed, and has not answered since. */
  #failing = false;
  #ended = false;

  constructor(logger: Logger, onFailure: () => void) {
    this.#logger = logger;
    this.#onFailure = onFailure;
  }

  /** Undefined: `end` was called, or another process has the lease now. */
  async on<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.#ended) {
      try {
        const done = await work();
        if (this.#failing) this.#logger.info({}, 'the read store answers again');
        this.#failing = false;
        return done;
      } catch (error) {
        if (error instanceof LeaseLost) return undefined;
        // Logged once for an outage, not for every attempt.
        if (!this.#failing) this.#logger.error({ err: error }, 'the read store failed; trying again');
        this.#failing = true;
        this.#onFailure();
        await delay(retryMs);
      }
    }
    return undefined;
  }

  end(): void {
    this.#ended = true;
  }
}
