/**
 * When what was deleted leaves the disk: what asks for it within one stretch of time goes in one scrub of both stores.
 */
export class Scrubber {
  readonly #scrub: () => Promise<void>;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | undefined;
  #waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #running: Promise<void> = Promise.resolve();

  constructor(scrub: () => Promise<void>, delayMs: number) {
    this.#scrub = scrub;
    this.#delayMs = delayMs;
  }

  /** Resolves when a scrub that began after this call has ended; rejects when the signal is aborted, or was. */
  async requested(signal: AbortSignal): Promise<void> {
    // Who stops while the deletion is still on its way would wait for a scrub that never comes.
    signal.throwIfAborted();
    this.#timer ??= setTimeout(() => void this.now().catch(() => undefined), this.#delayMs);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  /** Scrubs at once; everybody who asked is answered. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.catch(() => undefined).then(() => this.#run());
    return this.#running;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      await this.#scrub();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      throw error;
    }
  }
}
