/** Mutual exclusion within this process. Waiting calls are served in their order. */

/** One piece of work at a time for each key; work on different keys runs side by side. */
export class KeyedMutex {
  /** The last call of each busy key. The promise never rejects. */
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when all earlier work of this key has ended, failed work included. Settles as `work` does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const done = before === undefined ? work() : before.then(work);
    const ended = done.then(ignore, ignore);
    this.#last.set(key, ended);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }

  /** Resolves when all work that was begun or is waiting now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

const ignore = (): void => undefined;

/** At most so many pieces of work at once. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  /** How many wait for a permit. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `work` as soon as there is a permit for it. Settles as `work` does. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
