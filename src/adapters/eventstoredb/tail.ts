/** Where the log ends. */
import { type AllStreamResolvedEvent, BACKWARDS, END } from '@eventstore/db-client';
import { readEach } from './client-reads.ts';
import { positionOf } from './positions.ts';
import { retried } from './retry.ts';
import type { StoreContext } from './store-context.ts';

export type Tail = {
  /** The position of this log's newest event, or `floor`, if that is a position of this log and no event of it stands behind. */
  position(floor?: number): Promise<number>;
  /** Where a record of the store begins, at `handled` or later, such that no event of this log stands between. */
  behind(handled: number): number;
};

/** Most often one of the newest events of all is one of ours. */
const newestCount = 4;

/**
 * Remembers that no event of this log stands after `tail` up to `seen`. Events of the store's own may stand behind the tail, thousands
 * in a row where much was truncated, and others' by the million; what was passed once is not passed again.
 */
export const tailReader = (context: StoreContext): Tail => {
  const { namespace, timings } = context;
  let known = { tail: 0, seen: 0 };

  /** Goes backward through the newest `maxCount` events to the first that is ours, seen, or at the floor. Undefined: there is none. */
  const lookBack = (floor: number, maxCount: number) =>
    retried(context, async (client, givenUp) => {
      const { tail, seen } = known;
      let end: number | undefined;
      let found: number | undefined;
      const take = ({ event }: AllStreamResolvedEvent): boolean => {
        if (event?.position === undefined) return true;
        const commit = Number(event.position.commit);
        end ??= commit;
        if (commit <= seen) found = tail;
        // A floor beyond the end is of another log.
        else if (commit <= floor && floor <= end) found = floor;
        else if (namespace.has(event)) found = positionOf(event.position);
        return found === undefined;
      };
      const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount, requiresLeader: true });
      await readEach(read, timings.answerWithinMs, givenUp, take);
      return { found, end: end ?? 0 };
    });

  return {
    async position(floor = 0) {
      let { found, end } = await lookBack(floor, newestCount);
      if (found === undefined) ({ found, end } = await lookBack(floor, Number.MAX_SAFE_INTEGER));
      const tail = found ?? 0;
      if (tail >= known.tail) known = { tail, seen: Math.max(end, known.seen) };
      return tail;
    },
    behind: (handled) => Math.max(handled, known.tail <= handled ? known.seen : 0),
  };
};
