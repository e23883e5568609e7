/**
 * When what was deleted leaves the disk: what asks for it within one stretch of time goes in one scrub of both stores.
 */
export class Scrubber {
  readonly #ready: () => Promise<void>;
  readonly #scrub: () => Promise<void>;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | undefined;
  #waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #turnAway: () => void = () => undefined;

  /** `ready`: what a scrub waits for, at most until the server stops; `scrub`: what is then finished in any case. */
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

  /** Scrubs at once; everybody who asked is answered. */
  now(): Promise<void> {
    if (this.#stopped) return Promise.reject(stopping());
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.catch(() => undefined).then(() => this.#run());
    return this.#running;
  }

  /** Turns away who waits for a later scrub; resolves when the one under way has ended. */
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
