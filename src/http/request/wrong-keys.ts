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

export type WrongKeys = ReturnType<typeof wrongKeysFrom>;

export function wrongKeysFrom({ addressOf, clock = () => performance.now(), ...bounds }: WrongKeysOptions) {
  const attempts = new Attempts({
    max: limits.wrongKeysPerMinuteMax,
    secs: 60,
    remembered: limits.wrongKeyAddressesMax,
    ...bounds,
  });
  return {
    /** How many networks are remembered. */
    get size(): number {
      return attempts.size;
    },
    /** Must be called before credentials are checked. Throws a 429 if too many credentials from the same address were wrong. */
    admit: (request: IncomingMessage) => attempts.admit(networkOf(addressOf(request)), clock()),
    /** Counts wrong credentials as `times` wrong ones. */
    count: (request: IncomingMessage, times = 1) => void attempts.count(networkOf(addressOf(request)), clock(), times),
  };
}
