/**
 * Lower limits while the tests of a suite run, so that few things reach and exceed them. Only for limits that are read where they are
 * applied, and in this process.
 */
import { type LimitName, limits } from '../../src/vocabulary/limits.ts';

type Numbers = Readonly<Partial<Record<LimitName, number>>>;

const set = (numbers: Numbers): void => void Object.assign(limits, numbers);

const inForce = (lower: Numbers): Numbers =>
  Object.fromEntries(Object.keys(lower).map((name) => [name, limits[name as LimitName]]));

/** Before the tests of the suite that calls this, until after them. */
export function lowerLimits(lower: Numbers): void {
  let usual: Numbers = {};
  before(() => {
    usual = inForce(lower);
    set(lower);
  });
  after(() => set(usual));
}

/** While `act` runs. */
export async function withLimits<T>(lower: Numbers, act: () => Promise<T> | T): Promise<T> {
  const usual = inForce(lower);
  set(lower);
  try {
    return await act();
  } finally {
    set(usual);
  }
}
