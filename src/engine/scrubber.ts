/** Scrubs: removing the bytes of deleted data from the disk. Requests within the delay share one scrub of both stores. */
export class Scrubber {
  readonly #ready: () => Promise<void>;
  readonly #scrub: () => Promise<void>;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | undefined;
  #waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #turnAway: () => void = () => undefined;

  /** `ready`: a scrub waits for it, but not beyond `stop`. `scrub`: once begun, `stop` waits for its end. */
  constructor(ready: () => Promise<void>, scrub: () => Promise<void>, delayMs: number) {
    this.#ready = ready;
    this.#scrub = scrub;
    this.#delayMs = delayMs;
  }

  /** Resolves when a scrub that began after this call has ended; rejects when there will be none, because the server stops. */
  requested(): Promise<void> {
    if (this.#stopped) return Promise.reject(stopping());
    this.#timer ??= setTimeout(() => void this.now().catch(() => undefined), this.#delayMs);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Scrubs at once, for all requests so far. */
  now(): Promise<void> {
    if (this.#stopped) return Promise.reject(stopping());
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.catch(() => undefined).then(() => this.#run());
    return this.#running;
  }

  /** Rejects the requests that wait for a later scrub. Resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(stopping());
    this.#turnAway();
    await this.#running.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      await this.#readyOrStopped();
      await this.#scrub();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      throw error;
    }
  }

  #readyOrStopped(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#turnAway = () => reject(stopping());
      if (this.#stopped) this.#turnAway();
      else this.#ready().then(resolve, reject);
    });
  }
}

const stopping = (): Error => new Error('the server is stopping');
