/** Closed loops: each repeats its work as soon as it is done, for a given time. */
import { percentile } from './statistics.ts';

export type Answered = {
  readonly count: number;
  readonly perSecond: number;
  /** The median and the 99th percentile of the durations, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
};

/** One loop for each of `works`. They end after `millis`, or after about `count` answers. */
export async function closedLoops(
  works: readonly (() => Promise<unknown>)[],
  millis: number,
  count = Number.POSITIVE_INFINITY,
): Promise<Answered> {
  const times: number[] = [];
  const began = performance.now();
  const loop = async (work: () => Promise<unknown>): Promise<void> => {
    while (performance.now() - began < millis && times.length < count) {
      const begunAt = performance.now();
      await work();
      times.push(performance.now() - begunAt);
    }
  };
  await Promise.all(works.map(loop));
  const elapsed = performance.now() - began;
  const sorted = Float64Array.from(times).sort();
  return {
    count: times.length,
    perSecond: (times.length * 1000) / elapsed,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}
