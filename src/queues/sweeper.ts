/**
 * Ends queues that nobody polls. It looks every half minute; the API promises that a queue is gone two minutes after its lifespan.
 * Whether a queue really expires is decided by the command on the queue's own log stream, which may know of a later poll.
 */
import type { IdleQueue } from './service.ts';

const everyMs = 30_000;

/** Expiries at the same time. After a night without clients there may be thousands to do. */
const atOnceMax = 50;

export type SweeperDependencies = {
  readonly idle: () => readonly IdleQueue[];
  readonly expire: (queue: IdleQueue) => Promise<void>;
  readonly logger: { readonly error: (about: object, message: string) => void };
  /** Calls `tick` at every interval until the returned function is called. */
  readonly every?: (ms: number, tick: () => void) => () => void;
};

export class Sweeper {
  readonly #dependencies: SweeperDependencies;
  readonly #stopTimer: () => void;
  #sweeping: Promise<void> | undefined;
  #stopped = false;

  constructor(dependencies: SweeperDependencies) {
    this.#dependencies = dependencies;
    this.#stopTimer = (dependencies.every ?? interval)(everyMs, () => {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
    });
  }

  /** Resolves when the running sweep, if any, has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopTimer();
    await this.#sweeping;
  }

  /** A queue that could not be expired is found again at the next sweep. */
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
