/** What the ledger keeps of the events that an erasure removes. */
import type { Context } from '../../src/define/command.ts';
import { isErasing, leavesIn } from '../../src/vocabulary/erasing.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { KeptLeaf } from '../../src/vocabulary/events/leaf.ts';
import { limits } from '../../src/vocabulary/limits.ts';

/** Enough for all events of a log stream, and small enough for one event. */
const leavesMax = limits.personChangesMax + 100;

/** Whether something was added since the log stream was last erased. */
export const isToErase = (events: readonly Recorded[]): boolean => events.some((event) => !isErasing(event));

/**
 * An earlier erasure of the same log stream is removed, too, so that the leaves that it keeps must be kept again. There are too many only if
 * the organization was moved after the earlier erasure. Then they are of a ledger of another server.
 */
export function leavesOfErased(events: readonly Recorded[], leafOf: Context['leafOf']): KeptLeaf[] {
  const own = events.map(leafOf);
  const earlier = events.flatMap(leavesIn);
  return own.length + earlier.length > leavesMax ? own : [...earlier, ...own];
}
