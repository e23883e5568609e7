/**
 * Stretches of message ids `[from, to)`: what of a channel somebody has received. `from` is the first id above every id that
 * stands in the log before the joining. The one function about it, used by state, listing, flags and audit alike.
 */
import { countBelow, lastBegunAt } from './ascending.ts';
import type { IdSpan, IdSpans } from './id-spans.ts';

export type Interval = readonly [from: number, to: number | null];

/**
 * The same, as numbers alone, which take a quarter of the memory: of each stretch its first id and the one after its last. Where the last
 * stretch has no end yet, their number is odd.
 */
export type Bounds = readonly number[];

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

export const intervalsOf = (bounds: Bounds): Interval[] =>
  Array.from({ length: Math.ceil(bounds.length / 2) }, (_, at) => [
    bounds[2 * at] as number,
    bounds[2 * at + 1] ?? null,
  ]);

/** The ids between the stretches, which are in none of them. */
export const gapsIn = (intervals: readonly Interval[]): IdSpans =>
  intervals.slice(1).flatMap(([from], at): IdSpan[] => {
    const to = intervals[at]?.[1] ?? from;
    return to < from ? [[to, from - 1]] : [];
  });
