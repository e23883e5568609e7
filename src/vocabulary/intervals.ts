/**
 * Ranges of message ids `[from, to)`: the messages of a channel that a user has received. `from` is one above the highest id in the log
 * before the user joined. State, listings, flags and audit all use these functions.
 */
import { countBelow, lastBegunAt } from './ascending.ts';
import type { IdSpan, IdSpans } from './id-spans.ts';

export type Interval = readonly [from: number, to: number | null];

/**
 * The same as a flat list, which takes a quarter of the memory: the `from` and the `to` of each range. If the last range has no end yet,
 * the length is odd.
 */
export type Bounds = readonly number[];

/** Whether `id` is in one of the ranges. A range whose `to` is null has no end yet. */
export function includes(intervals: readonly Interval[], id: number): boolean {
  const last = intervals[lastBegunAt(intervals, id)];
  return last !== undefined && (last[1] === null || id < last[1]);
}

/**
 * The highest of the ascending ids that is in one of the ranges. An id for which `cameLater` is true (a message that was moved here) counts
 * only in a range without an end. Ranges without any of the ids are skipped, because a user may have five hundred ranges in a stream with a
 * hundred thousand topics.
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

/** Whether `id` is in a range that has no end yet. */
export const includesSince = (intervals: readonly Interval[], id: number): boolean => {
  const last = intervals.at(-1);
  return last?.[1] === null && id >= last[0];
};

export const intervalsOf = (bounds: Bounds): Interval[] =>
  Array.from({ length: Math.ceil(bounds.length / 2) }, (_, at) => [
    bounds[2 * at] as number,
    bounds[2 * at + 1] ?? null,
  ]);

/** The ids between the ranges. */
export const gapsIn = (intervals: readonly Interval[]): IdSpans =>
  intervals.slice(1).flatMap(([from], at): IdSpan[] => {
    const to = intervals[at]?.[1] ?? from;
    return to < from ? [[to, from - 1]] : [];
  });
