/** The clocks of a process. The machine's clock may be wrong, and may be corrected while the process runs. */
import type { Millis } from '../vocabulary/ids.ts';
import type { Logger } from './logger.ts';

export type Clock = () => Millis;

/** The tolerated difference between the clocks of processes that share a log. */
const toleratedMs = 5_000;

/**
 * A clock for limits and expiry. It begins with the machine's time and then advances evenly, whatever happens to the machine's clock. Its
 * times cannot be compared with the times of events.
 */
export function steadyClock(machine: Clock = Date.now, monotonic: () => number = () => performance.now()): Clock {
  const start = machine() - monotonic();
  return () => Math.floor(start + monotonic());
}

/**
 * A clock that is not ahead, even if the clock of this machine or of another process was ahead for a moment. It decides what is old enough
 * to be removed. The time of the newest event does not suffice: after a clock was ahead, new events keep that later time, and everything
 * would be old at once.
 */
export const conservativeClock =
  (steady: Clock, machine: Clock = Date.now): Clock =>
  () =>
    Math.min(steady(), machine());

/** A forward step of the machine's clock counts after it has lasted this many milliseconds. */
export const stepLastsMs = 60_000;

/**
 * A clock for actions that are due at a time and cannot be undone. It is the machine's clock, but a forward step counts only after
 * `stepLastsMs`. So nothing is due early if the machine's clock is ahead for a moment. After a correction of the clock, or a sleep of the
 * machine, nothing is late for longer than `stepLastsMs`.
 */
export function delayedStepClock(steady: Clock, machine: Clock = Date.now): Clock {
  let ahead = machine() - steady();
  let steppedAt: Millis | undefined;
  return () => {
    const at = steady();
    const now = machine() - at;
    steppedAt = now <= ahead + toleratedMs ? undefined : (steppedAt ?? at);
    if (steppedAt === undefined || at - steppedAt >= stepLastsMs) {
      ahead = now;
      steppedAt = undefined;
    }
    return at + ahead;
  };
}

/** The machine's clock, for the times of events. Logs once when it falls behind the newest event, whose time new events then get. */
export function warningClock(machine: Clock, newestAt: Clock, logger: Logger): Clock {
  let isWarned = false;
  return () => {
    const now = machine();
    const behindMs = newestAt() - now;
    if (behindMs <= 0) isWarned = false;
    else if (behindMs > toleratedMs && !isWarned) {
      isWarned = true;
      logger.warn(
        { behindMs },
        'the clock is behind the newest event of the log, whose time new events get until the clock has passed it',
      );
    }
    return now;
  };
}
