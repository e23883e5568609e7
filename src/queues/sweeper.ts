/**
 * Ends queues that nobody polls: looks every half a minute, so that each is gone within two minutes after its lifespan (api-facts
 * §0.2a). Whether one truly expires is decided by the command on the queue's own log stream, which may know of a later poll.
 */
import type { IdleQueue } from './event-queues.ts';

const everyMs = 30_000;

/** How many expiries are under way at once: after a night without clients there may be thousands. */
const atOnceMax = 50;

export type SweeperDependencies = {
  readonly idle: () => readonly IdleQueue[];
  readonly expire: (queue: IdleQueue) => Promise<void>;
  readonly logger: { readonly error: (about: object, message: string) => void };
  /** Calls back again and again until what it returned is called. */
  readonly every?: (ms: number, tick: () => void) => () => void;
};

export class Sweeper {
  readonly #dependencies: SweeperDependencies;
  readonly #quiet: () => void;
  #sweeping: Promise<void> | undefined;
  #stopped = false;

  constructor(dependencies: SweeperDependencies) {
    this.#dependencies = dependencies;
    this.#quiet = (dependencies.every ?? interval)(everyMs, () => {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
    });
  }

  /** Resolves when no expiry is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#quiet();
    await this.#sweeping;
  }

  /** What could not be expired is idle still, and is found again the next time. */
  async #sweep(): Promise<void> {
    const idle = this.#dependencies.idle();
    for (let from = 0; from < idle.length && !this.#stopped; from += atOnceMax)
      await Promise.all(idle.slice(from, from + atOnceMax).map((queue) => this.#expire(queue)));
  }

  async #expire(queue: IdleQueue): Promise<void> {
    try {
      await this.#dependencies.expire(queue);
    } catch (error) {
      this.#dependencies.logger.error({ err: error, queue: queue.queueId }, 'an idle queue was not expired');
    }
  }
}

/** Does not keep the process alive. */
const interval = (ms: number, tick: () => void): (() => void) => {
  const timer = setInterval(tick, ms);
  timer.unref();
  return () => clearInterval(timer);
};
