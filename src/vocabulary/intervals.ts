/**
 * Stretches of message ids `[from, to)`: what of a channel somebody has received. `from` is the first id above every id that
 * stands in the log before the joining. The one function about it, used by state, listing, flags and audit alike.
 */
export type Interval = readonly [from: number, to: number | null];

/** Whether `id` lies in one of the stretches, which are ascending; `null` is an end that has not come. */
export function includes(intervals: readonly Interval[], id: number): boolean {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((intervals[middle] as Interval)[0] <= id) low = middle + 1;
    else high = middle;
  }
  const last = intervals[low - 1];
  return last !== undefined && (last[1] === null || id < last[1]);
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
