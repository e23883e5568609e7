/**
 * Stretches of message ids `[from, to)`: what of a channel somebody has received. `from` is the first id above every id that
 * stands in the log before the joining. The one function about it, used by state, listing, flags and audit alike.
 */
import { countBelow, lastBegunAt } from './ascending.ts';

export type Interval = readonly [from: number, to: number | null];

/** Whether `id` lies in one of the stretches; `null` is an end that has not come. */
export function includes(intervals: readonly Interval[], id: number): boolean {
  const last = intervals[lastBegunAt(intervals, id)];
  return last !== undefined && (last[1] === null || id < last[1]);
}

/**
 * The highest of the ids, which are ascending, that lies in one of the stretches; of those that `cameLater` only in the one that has not
 * ended. Stretches without any of the ids are not looked at: there may be five hundred, and a hundred thousand topics.
 */
export function newestWithin<Id extends number>(
  ids: readonly Id[],
  intervals: readonly Interval[],
  cameLater: (id: Id) => boolean,
): Id | undefined {
  for (let at = ids.length - 1; at >= 0; ) {
    const id = ids[at] as Id;
    const last = intervals[lastBegunAt(intervals, id)];
    if (last === undefined) return undefined;
    const [, to] = last;
    if (to === null || (id < to && !cameLater(id))) return id;
    at = id < to ? at - 1 : countBelow(ids, to) - 1;
  }
  return undefined;
}

/** Whether `id` lies in a stretch that has not ended. */
export const includesSince = (intervals: readonly Interval[], id: number): boolean => {
  const last = intervals.at(-1);
  return last?.[1] === null && id >= last[0];
};

/** The stretches after joining at `from`; joining twice changes nothing. */
export const joined = (intervals: readonly Interval[], from: number): readonly Interval[] =>
  intervals.at(-1)?.[1] === null ? intervals : [...intervals, [from, null]];

/** The stretches after leaving, where `to` would be the next joining's `from`. An empty stretch leaves no trace. */
export function left(intervals: readonly Interval[], to: number): readonly Interval[] {
  const last = intervals.at(-1);
  if (last?.[1] !== null) return intervals;
  const before = intervals.slice(0, -1);
  return last[0] < to ? [...before, [last[0], to]] : before;
}
