/**
 * Counts wrong credentials for each network address. Beyond the limit, no credentials from there are checked for the rest of the minute,
 * because a check computes HMACs. Callers whose credentials were valid before are not affected, because those are cached.
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
  /** A clock in milliseconds that never goes back. */
  readonly clock?: () => number;
  readonly perMinuteMax?: number;
  readonly addressesMax?: number;
};

export class WrongKeys {
  readonly #addressOf: AddressOf;
  readonly #clock: () => number;
  readonly #perMinuteMax: number;
  readonly #addressesMax: number;
  /** The windows by network. The window that began first is the first one. */
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

  /** Must be called before credentials are checked. Throws a 429 if too many credentials from the same address were wrong. */
  admit(request: IncomingMessage): void {
    if (this.#windows.size === 0) return;
    const window = this.#windows.get(networkOf(this.#addressOf(request)));
    const now = this.#clock();
    if (window === undefined || window.endsAt <= now || window.wrong < this.#perMinuteMax) return;
    throw new ProblemError(exceeded((window.endsAt - now) / 1000));
  }

  /** Counts wrong credentials as `times` wrong ones. */
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

  /** Removes windows that have ended, and the oldest ones if there are too many. */
  #forget(now: number): void {
    for (const [network, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < this.#addressesMax) return;
      this.#windows.delete(network);
    }
  }
}
