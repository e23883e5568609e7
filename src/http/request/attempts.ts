/**
 * Limits how often something is tried within a time window, for each subject, such as an account or an address. An attempt counts from its
 * beginning, so that concurrent attempts cannot exceed the limit.
 */
import type { Millis } from '../../vocabulary/ids.ts';
import { ProblemError } from '../response/problem.ts';
import { exceeded } from './rate-limit.ts';

type Window = { readonly endsAt: Millis; used: number };

export type AttemptLimits = {
  /** The most attempts for one subject in one window. */
  readonly max: number;
  readonly secs: number;
  /** How many subjects are remembered. */
  readonly remembered: number;
};

export class Attempts {
  readonly #limits: AttemptLimits;
  /** The windows by subject. The window that began first is the first one. */
  readonly #windows = new Map<string, Window>();

  constructor(limits: AttemptLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Throws a 429 if the subject `about` has no attempt left. */
  admit(about: string, now: Millis): void {
    const window = this.#windows.get(about);
    if (window && window.endsAt > now && window.used >= this.#limits.max)
      throw new ProblemError(exceeded((window.endsAt - now) / 1000));
  }

  /** Counts `times` attempts, even beyond the limit. Returns a function that takes them back. */
  count(about: string, now: Millis, times = 1): () => void {
    const current = this.#windows.get(about);
    const window = current && current.endsAt > now ? current : this.#open(about, now);
    window.used += times;
    return () => {
      window.used -= times;
    };
  }

  /** Admits an attempt and counts it. Returns a function that takes it back. */
  begin(about: string, now: Millis): () => void {
    this.admit(about, now);
    return this.count(about, now);
  }

  #open(about: string, now: Millis): Window {
    this.#windows.delete(about);
    for (const [oldest, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < this.#limits.remembered) break;
      this.#windows.delete(oldest);
    }
    const window = { endsAt: now + this.#limits.secs * 1000, used: 0 };
    this.#windows.set(about, window);
    return window;
  }
}
