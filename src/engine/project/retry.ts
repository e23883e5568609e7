/** Work on the read store, tried until it succeeds: nothing may be skipped, however long the store is away. */
import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLost } from '../../ports/read-store.ts';
import type { Logger } from '../logger.ts';

const retryMs = 500;

export class Retry {
  readonly #logger: Logger;
  readonly #onFailure: () => void;
  /** Whether the store has failed and not answered since. */
  #failing = false;
  #ended = false;

  constructor(logger: Logger, onFailure: () => void) {
    this.#logger = logger;
    this.#onFailure = onFailure;
  }

  /** Undefined: it was ended, or another has the right to project. */
  async on<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.#ended) {
      try {
        const done = await work();
        if (this.#failing) this.#logger.info({}, 'the read store answers again');
        this.#failing = false;
        return done;
      } catch (error) {
        if (error instanceof LeaseLost) return undefined;
        // Once an outage: it is tried again twice a second.
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
