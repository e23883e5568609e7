/**
 * Wrong credentials are counted by network address. Beyond the limit no other credentials from there are checked for the rest of the
 * minute, because a check computes HMACs. Callers whose credentials were valid before are not affected: those are cached.
 */
import type { IncomingMessage } from 'node:http';
import { wrongKeyAddressesMax, wrongKeysPerMinuteMax } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { type AddressOf, networkOf } from './client-address.ts';
import { exceeded } from './rate-limit.ts';

const windowMs = 60_000;

type Window = { readonly endsAt: number; wrong: number };

export type WrongKeysOptions = {
  readonly addressOf: AddressOf;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
  readonly perMinuteMax?: number;
  readonly addressesMax?: number;
};

export class WrongKeys {
  readonly #addressOf: AddressOf;
  readonly #clock: () => number;
  readonly #perMinuteMax: number;
  readonly #addressesMax: number;
  /** By network, the window that began first in front. */
  readonly #windows = new Map<string, Window>();

  constructor({ addressOf, clock = () => performance.now(), ...limits }: WrongKeysOptions) {
    this.#addressOf = addressOf;
    this.#clock = clock;
    this.#perMinuteMax = limits.perMinuteMax ?? wrongKeysPerMinuteMax;
    this.#addressesMax = limits.addressesMax ?? wrongKeyAddressesMax;
  }

  /** How many networks are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  /** Before credentials are checked. Throws a 429 where too many of the same address were wrong. */
  admit(request: IncomingMessage): void {
    if (this.#windows.size === 0) return;
    const window = this.#windows.get(networkOf(this.#addressOf(request)));
    const now = this.#clock();
    if (window === undefined || window.endsAt <= now || window.wrong < this.#perMinuteMax) return;
    throw new ProblemError(exceeded((window.endsAt - now) / 1000));
  }

  /** The credentials were wrong. They count as this many wrong ones. */
  count(request: IncomingMessage, times = 1): void {
    const network = networkOf(this.#addressOf(request));
    const now = this.#clock();
    const window = this.#windows.get(network);
    if (window && window.endsAt > now) {
      window.wrong += times;
      return;
    }
    this.#windows.delete(network);
    this.#forget(now);
    this.#windows.set(network, { endsAt: now + windowMs, wrong: times });
  }

  /** Windows that are over, and the oldest where there are too many. */
  #forget(now: number): void {
    for (const [network, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < this.#addressesMax) return;
      this.#windows.delete(network);
    }
  }
}
