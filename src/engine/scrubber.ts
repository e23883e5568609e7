/** Scrubs remove the bytes of deleted data from the disk. Requests within the delay share one scrub of both stores. */
import type { Millis } from '../vocabulary/ids.ts';
import { unlessAborted } from './unless-aborted.ts';

export type ScrubberParts = {
  /** Each scrub waits for this first. The wait ends at `stop`. */
  readonly ready: () => Promise<void>;
  /** Runs the scrub. `stop` waits for a scrub that has begun. */
  readonly scrub: () => Promise<void>;
  /** How long the bytes may stay after a deletion, as long as scrubs are short. */
  readonly delayMs: number;
  readonly now: () => Millis;
  /** The monotonic clock. Only tests set it. */
  readonly steady?: () => number;
};

/**
 * Each scrub may copy whole stores. The pause after a scrub is this many times as long as the scrub took, so that scrubs take 4 % of the
 * time.
 */
const pausesPerScrub = 24;
/** A pause is at most this many times as long as the delay, so that there is a time after which all bytes are gone. */
const delaysPerPauseMax = 24;
/** The pause after a failed scrub is at least this, or the delay if that is shorter. */
const pauseMsAfterFailure = 300_000;
/** The longest time for which a timer of Node can wait. */
const timerMsMax = 2 ** 31 - 1;

export class Scrubber {
  readonly #parts: ScrubberParts;
  readonly #steady: () => number;
  /** When the next scrub is due, on the monotonic clock. Undefined if nobody waits for one. */
  #dueAt: number | undefined;
  /** No scrub that becomes due begins before this time, on the same clock. */
  #notBefore = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #running: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(parts: ScrubberParts) {
    this.#parts = parts;
    this.#steady = parts.steady ?? (() => performance.now());
  }

  /**
   * Resolves when a scrub that began after this call has ended. Rejects if there will be none, because the server stops. The scrub is due
   * one delay after `deletedAt`, even if it was requested from another process that has ended since. Restarts therefore postpone nothing.
   * Only the pause after the scrub before postpones it.
   */
  requested(deletedAt: Millis): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.reject(stopping());
    const { delayMs, now } = this.#parts;
    // At most `delayMs`, even if the clock was wrong at the deletion or is wrong now.
    const waitMs = Math.min(delayMs, Math.max(0, deletedAt + delayMs - now()));
    this.#dueAt = Math.min(this.#dueAt ?? Infinity, this.#steady() + waitMs);
    this.#await(this.#dueAt);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Scrubs at once, for all requests so far. */
  now(): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.reject(stopping());
    this.#endTimer();
    this.#dueAt = undefined;
    this.#running = this.#running.catch(() => undefined).then(() => this.#run());
    return this.#running;
  }

  /** Rejects the requests that wait for a later scrub. Resolves when the scrub under way has ended. */
  async stop(): Promise<void> {
    this.#stop.abort(stopping());
    this.#endTimer();
    for (const { reject } of this.#waiting.splice(0)) reject(stopping());
    await this.#running.catch(() => undefined);
  }

  #endTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #await(dueAt: number): void {
    this.#endTimer();
    const leftMs = (): number => Math.max(dueAt, this.#notBefore) - this.#steady();
    const onTimer = async (): Promise<void> => {
      // The pause begins when the scrub under way has ended.
      await this.#running.catch(() => undefined);
      if (this.#timer !== timer) return;
      if (leftMs() > 0) this.#await(dueAt);
      else await this.now().catch(() => undefined);
    };
    const timer = setTimeout(() => void onTimer(), Math.min(timerMsMax, Math.max(0, leftMs())));
    this.#timer = timer;
  }

  async #run(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    let beganAt = this.#steady();
    let pauseMsMin = 0;
    try {
      await unlessAborted(this.#parts.ready(), this.#stop.signal);
      beganAt = this.#steady();
      await this.#parts.scrub();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      pauseMsMin = Math.min(this.#parts.delayMs, pauseMsAfterFailure);
      for (const { reject } of waiting) reject(error);
      throw error;
    } finally {
      const endedAt = this.#steady();
      const pauseMs = Math.min(pausesPerScrub * (endedAt - beganAt), delaysPerPauseMax * this.#parts.delayMs);
      this.#notBefore = endedAt + Math.max(pauseMs, pauseMsMin);
    }
  }
}

const stopping = (): Error => new Error('the server is stopping');
