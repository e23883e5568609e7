/**
 * Ends things that have expired, for example event queues that nobody polls, and invitations. It checks every half minute, because the API
 * promises that a queue is gone two minutes after its lifespan. The command decides whether something ends, because it may know of newer
 * events.
 */

const everyMs = 30_000;

/** After a night without clients there may be thousands of expired queues. */
const atOnceMax = 50;

export type SweeperDependencies<T> = {
  readonly idle: () => readonly T[];
  readonly expire: (one: T) => Promise<void>;
  /** The log message for one that could not be ended. */
  readonly trouble: string;
  readonly facts: (one: T) => object;
  readonly logger: { readonly error: (about: object, message: string) => void };
  /** Calls `tick` at every interval until the returned function is called. */
  readonly every?: ((ms: number, tick: () => void) => () => void) | undefined;
};

type Sweeper = {
  /** Resolves when the sweep under way, if any, has ended. */
  stop(): Promise<void>;
};

export function sweeper<T>({
  idle,
  expire,
  trouble,
  facts,
  logger,
  every = interval,
}: SweeperDependencies<T>): Sweeper {
  let sweeping: Promise<void> | undefined;
  let isStopped = false;

  async function end(one: T): Promise<void> {
    try {
      await expire(one);
    } catch (error) {
      logger.error({ err: error, ...facts(one) }, trouble);
    }
  }

  /** What could not be ended is found again by the next sweep. */
  async function sweep(): Promise<void> {
    const found = idle();
    for (let from = 0; from < found.length && !isStopped; from += atOnceMax)
      await Promise.all(found.slice(from, from + atOnceMax).map(end));
  }

  const stopTimer = every(everyMs, () => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined;
    });
  });
  return {
    async stop() {
      isStopped = true;
      stopTimer();
      await sweeping;
    },
  };
}

/** A timer that does not keep the process alive. */
const interval = (ms: number, tick: () => void): (() => void) => {
  const timer = setInterval(tick, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Leaves out what the previous call of `find` did not find. `nameOf`: names one among all. What is only under way at one look is gone at the
 * next one.
 */
export function foundTwice<T>(find: () => readonly T[], nameOf: (one: T) => string): () => readonly T[] {
  let before: ReadonlySet<string> = new Set();
  return () => {
    const found = find();
    const twice = found.filter((one) => before.has(nameOf(one)));
    before = new Set(found.map(nameOf));
    return twice;
  };
}
