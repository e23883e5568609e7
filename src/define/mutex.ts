/** Mutual exclusion within this process. Waiting calls are served in their order. */

/** Releases the mutex of a key while `meanwhile` runs. Callers that wait by then get the mutex before it is taken again. */
export type ReleaseDuring = (meanwhile: () => Promise<void>) => Promise<void>;

/** Runs one piece of work at a time for each key. Work on different keys runs concurrently. */
export class KeyedMutex {
  readonly #of = new PerKey(() => new Semaphore(1));

  /** Runs `work` when all earlier work of this key has ended, including work that failed. Settles as `work` does. */
  run<T>(key: string, work: (releaseDuring: ReleaseDuring) => Promise<T>): Promise<T> {
    return this.#of.use(key, (mutex) => mutex.run(() => work((meanwhile) => mutex.releaseDuring(meanwhile))));
  }

  /** Resolves when all work that is running or waiting now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#of.keys().map((key) => this.run(key, async () => undefined)));
  }
}

/** An object for each key, for example a semaphore, that exists while it is in use. */
export class PerKey<One> {
  readonly #make: () => One;
  readonly #of = new Map<string, { readonly one: One; users: number }>();

  constructor(make: () => One) {
    this.#make = make;
  }

  /** The keys that are in use. */
  keys(): string[] {
    return [...this.#of.keys()];
  }

  async use<T>(key: string, work: (one: One) => Promise<T>): Promise<T> {
    const used = this.#of.get(key) ?? { one: this.#make(), users: 0 };
    this.#of.set(key, used);
    used.users += 1;
    try {
      return await work(used.one);
    } finally {
      used.users -= 1;
      if (used.users === 0) this.#of.delete(key);
    }
  }
}

/** Runs at most this many pieces of work at a time. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Runs `work` as soon as there is a permit for it. Settles as `work` does. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#take();
    if (turn !== undefined) await turn;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Gives the permit of the running work to others while `meanwhile` runs. */
  async releaseDuring(meanwhile: () => Promise<void>): Promise<void> {
    this.#release();
    try {
      await meanwhile();
    } finally {
      await this.#take();
    }
  }

  /** Undefined if there is a permit, so that the work begins at once. */
  #take(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return undefined;
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
