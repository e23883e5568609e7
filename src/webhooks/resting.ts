/**
 * A bot's server that cannot be reached gets a pause: it is called again after a time that doubles with each failure. Recent messages wait
 * for it; older ones are not sent.
 */
import type { Account } from '../state/directory.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

/** The end of the pause of a server that has failed `failures` times in a row, the last time at `now`. */
export const restsUntil = (now: Millis, failures: number): Millis =>
  now + 1000 * Math.min(limits.botRestSecsMax, limits.botRestSecsMin * 2 ** Math.min(failures - 1, 30));

/** Milliseconds to wait before a message of `sentAt` is sent to the bot's server; undefined if it is too old by then. */
export function waitFor({ outage }: Pick<Account, 'outage'>, sentAt: Millis, now: Millis): number | undefined {
  // A clock that was ahead for a moment must not cause a pause that is longer than the longest one.
  const rest = outage ? Math.min(Math.max(0, outage.restsUntil - now), 1000 * limits.botRestSecsMax) : 0;
  return now + rest - sentAt > 1000 * limits.outgoingCallAgeSecsMax ? undefined : rest;
}
