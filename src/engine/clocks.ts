/** The clocks of a process. The one of the machine may be wrong, and may be put right while the process runs. */
import type { Millis } from '../vocabulary/ids.ts';
import type { Logger } from './logger.ts';

export type Clock = () => Millis;

/** How much the clocks of processes that share a log may differ. */
const toleratedMs = 5_000;

/**
 * For limits and expiry: it begins with the machine's time and then goes on evenly, whatever happens to the machine's clock. It may not be
 * compared with the times of events.
 */
export function steadyClock(machine: Clock = Date.now, monotonic: () => number = () => performance.now()): Clock {
  const start = machine() - monotonic();
  return () => Math.floor(start + monotonic());
}

/**
 * For what is removed because it is old: a time that has certainly come, even if the clock of this machine, or of another process, was
 * ahead for a moment. Events keep the time of the newest one then, so that by their times everything would be old at once.
 */
export const certainTime =
  (steady: Clock, machine: Clock = Date.now): Clock =>
  () =>
    Math.min(steady(), machine());

/** How long a step ahead must have lasted before it counts, in milliseconds. */
export const stepLastsMs = 60_000;

/**
 * For what is done at its time and cannot be taken back: the machine's clock, in which a step ahead counts once it has lasted. A clock that is
 * ahead for a moment makes nothing due, and one that was put right, or a machine that slept, makes nothing late for longer than that.
 */
export function settledTime(steady: Clock, machine: Clock = Date.now): Clock {
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

/** The machine's clock, for the times of events. Logs once that it has fallen behind the newest event, whose time new events then get. */
export function toldClock(machine: Clock, newestAt: Clock, logger: Logger): Clock {
  let isTold = false;
  return () => {
    const now = machine();
    const behindMs = newestAt() - now;
    if (behindMs <= 0) isTold = false;
    else if (behindMs > toleratedMs && !isTold) {
      isTold = true;
      logger.warn(
        { behindMs },
        'the clock is behind the newest event of the log, whose time new events get until the clock has passed it',
      );
    }
    return now;
  };
}
