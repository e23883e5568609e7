import { gapsIn, type Interval } from '../../vocabulary/intervals.ts';
import type { Scan } from './cursor.ts';

/**
 * The scan, limited to the intervals in which a user received messages. It stays a single scan, because a user who left a stream repeatedly
 * has hundreds of intervals. Undefined if there are none.
 */
export function scanWithin(scan: Scan, intervals: readonly Interval[]): Scan | undefined {
  const [first, last] = [intervals[0], intervals.at(-1)];
  if (!first || !last) return undefined;
  const [gaps, to] = [gapsIn(intervals), last[1]];
  return { ...scan, from: first[0], ...(to === null ? {} : { to: to - 1 }), ...(gaps.length > 0 && { skip: gaps }) };
}
