/** Scrubs remove the bytes of deleted data from the disk. Requests within the delay share one scrub of both stores. */
import type { Millis } from '../vocabulary/ids.ts';

export type ScrubberParts = {
  /** Each scrub waits for this first. The wait ends at `stop`. */
  readonly ready: () => Promise<void>;
  /** Runs the scrub. `stop` waits for a scrub that has begun. */
  readonly scrub: () => Promise<void>;
  /** How long the bytes may stay after a deletion. */
  readonly delayMs: number;
  readonly now: () => Millis;
};

/**
 * After a failed scrub, the next one begins no earlier than this, or than the delay if that is shorter: each scrub may copy a whole store.
 */
const pauseMsMax = 300_000;
/** The longest time for which a timer of Node can wait. */
const timerMsMax = 2 ** 31 - 1;

export class Scrubber {
  readonly #parts: ScrubberParts;
  /** When the next scrub is due, on the monotonic clock. Undefined if nobody waits for one. */
  #dueAt: number | undefined;
  /** No scrub begins before this time, on the same clock. */
  #notBefore = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #turnAway: () => void = () => undefined;

  constructor(parts: ScrubberParts) {
    this.#parts = parts;
  }

  /**
   * Resolves when a scrub that began after this call has ended. Rejects if there will be none, because the server stops. The scrub is due
   * one delay after `deletedAt`, even if it was requested from another process that has ended since. Restarts therefore postpone nothing.
   */
  requested(deletedAt: Millis): Promise<void> {
    if (this.#stopped) return Promise.reject(stopping());
    const { delayMs, now } = this.#parts;
    // At most `delayMs`, even if the clock was wrong at the deletion or is wrong now.
    const waitMs = Math.min(delayMs, Math.max(0, deletedAt + delayMs - now()));
    const dueAt = Math.max(performance.now() + waitMs, this.#notBefore);
    this.#dueAt = Math.min(this.#dueAt ?? Infinity, dueAt);
    this.#await(this.#dueAt);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Scrubs at once, for all requests so far. */
  now(): Promise<void> {
    if (this.#stopped) return Promise.reject(stopping());
    clearTimeout(this.#timer);
    this.#dueAt = undefined;
    this.#running = this.#running.catch(() => undefined).then(() => this.#run());
    return this.#running;
  }

  /** Rejects the requests that wait for a later scrub. Resolves when the scrub under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(stopping());
    this.#turnAway();
    await this.#running.catch(() => undefined);
  }

  #await(dueAt: number): void {
    clearTimeout(this.#timer);
    const onTimer = (): void => {
      if (performance.now() < dueAt) this.#await(dueAt);
      else void this.now().catch(() => undefined);
    };
    this.#timer = setTimeout(onTimer, Math.min(timerMsMax, Math.max(0, dueAt - performance.now())));
  }

  async #run(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      await this.#readyOrStopped();
      await this.#parts.scrub();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      this.#notBefore = performance.now() + Math.min(this.#parts.delayMs, pauseMsMax);
      for (const { reject } of waiting) reject(error);
      throw error;
    }
  }

  #readyOrStopped(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#turnAway = () => reject(stopping());
      if (this.#stopped) this.#turnAway();
      else this.#parts.ready().then(resolve, reject);
    });
  }
}

const stopping = (): Error => new Error('the server is stopping');
