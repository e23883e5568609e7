/**
 * The only place where the store's 64-bit numbers are converted. A position is the commit position. It is a single number because the
 * commit and the prepare position are equal for everything that was written through gRPC.
 */
import type { Position } from '@eventstore/db-client';

/** Ids of client events are positions × 1024, and must be safe integers. */
const positionMax = 2 ** 43;

/** Throws a RangeError if the port cannot represent the position. */
export const positionOf = ({ commit, prepare }: Position): number => {
  if (commit !== prepare) throw new RangeError(`commit position ${commit} is not prepare position ${prepare}`);
  if (commit < 0 || commit >= positionMax) throw new RangeError(`position ${commit} is out of range`);
  return Number(commit);
};

export const storePosition = (position: number): Position => ({ commit: BigInt(position), prepare: BigInt(position) });

/** Throws a RangeError for the revision of a tombstone. */
export const revisionOf = (revision: bigint): number => {
  if (revision < 0 || revision > Number.MAX_SAFE_INTEGER) throw new RangeError(`revision ${revision} is out of range`);
  return Number(revision);
};
