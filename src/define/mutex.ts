/** Mutual exclusion within this process. Waiting calls are served in their order. */

/** Releases the mutex of a key while `meanwhile` runs. Callers that wait by then get the mutex before it is taken again. */
export type ReleaseDuring = (meanwhile: () => Promise<void>) => Promise<void>;

/** Runs one piece of work at a time for each key. Work on different keys runs concurrently. */
export class KeyedMutex {
  /** Resolves when the last caller that holds a key or waits for it has released it. It never rejects. */
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when all earlier work of this key has ended, including work that failed. Settles as `work` does. */
  async run<T>(key: string, work: (releaseDuring: ReleaseDuring) => Promise<T>): Promise<T> {
    let hold = this.#queue(key);
    if (hold.isBusy) await hold.turn;
    const releaseDuring: ReleaseDuring = async (meanwhile) => {
      hold.leave();
      try {
        await meanwhile();
      } finally {
        hold = this.#queue(key);
        await hold.turn;
      }
    };
    try {
      return await work(releaseDuring);
    } finally {
      hold.leave();
    }
  }

  /** `turn` resolves when all earlier callers have released the key. */
  #queue(key: string) {
    const turn = this.#last.get(key);
    let end: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last.set(key, left);
    const leave = (): void => {
      end();
      if (this.#last.get(key) === left) this.#last.delete(key);
    };
    return { isBusy: turn !== undefined, turn, leave };
  }

  /** Resolves when all work that is running or waiting now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

/** An object for each key, for example a semaphore, that exists while it is in use. */
export class PerKey<One> {
  readonly #make: () => One;
  readonly #of = new Map<string, { readonly one: One; users: number }>();

  constructor(make: () => One) {
    this.#make = make;
  }

  /** The number of keys that are in use. */
  get size(): number {
    return this.#of.size;
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

  /** How many callers wait for a permit. */
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
