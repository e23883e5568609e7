/** A scan of what a user received of a stream. */
import { gapsIn, type Interval } from '../../vocabulary/intervals.ts';
import type { Scan } from './cursor.ts';

/** The scan within the intervals: one scan, because who left a stream again and again has hundreds of them. Undefined where there is none. */
export function scanWithin(scan: Scan, intervals: readonly Interval[]): Scan | undefined {
  const [first, last] = [intervals[0], intervals.at(-1)];
  if (!first || !last) return undefined;
  const [gaps, to] = [gapsIn(intervals), last[1]];
  return { ...scan, from: first[0], ...(to === null ? {} : { to: to - 1 }), ...(gaps.length > 0 && { skip: gaps }) };
}
