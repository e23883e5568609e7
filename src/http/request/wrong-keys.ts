/**
 * Counts wrong credentials for each network address. Beyond the limit, no credentials from there are checked for the rest of the minute,
 * because a check computes HMACs. Callers whose credentials were valid before are not affected, because those are cached.
 */
import type { IncomingMessage } from 'node:http';
import { limits } from '../../vocabulary/limits.ts';
import { type AttemptLimits, Attempts } from './attempts.ts';
import { type AddressOf, networkOf } from './client-address.ts';

type WrongKeysOptions = Partial<AttemptLimits> & {
  readonly addressOf: AddressOf;
  /** A clock in milliseconds that never goes back. */
  readonly clock?: () => number;
};

export class WrongKeys {
  readonly #addressOf: AddressOf;
  readonly #clock: () => number;
  readonly #attempts: Attempts;

  constructor({ addressOf, clock = () => performance.now(), ...bounds }: WrongKeysOptions) {
    this.#addressOf = addressOf;
    this.#clock = clock;
    this.#attempts = new Attempts({
      max: limits.wrongKeysPerMinuteMax,
      secs: 60,
      remembered: limits.wrongKeyAddressesMax,
      ...bounds,
    });
  }

  /** How many networks are remembered. */
  get size(): number {
    return this.#attempts.size;
  }

  /** Must be called before credentials are checked. Throws a 429 if too many credentials from the same address were wrong. */
  admit(request: IncomingMessage): void {
    this.#attempts.admit(networkOf(this.#addressOf(request)), this.#clock());
  }

  /** Counts wrong credentials as `times` wrong ones. */
  count(request: IncomingMessage, times = 1): void {
    this.#attempts.count(networkOf(this.#addressOf(request)), this.#clock(), times);
  }
}
