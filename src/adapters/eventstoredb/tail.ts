/** Finds the end of the log. */
import { type AllStreamResolvedEvent, BACKWARDS, END } from '@eventstore/db-client';
import { readEach } from './client-reads.ts';
import { positionOf } from './positions.ts';
import { retried } from './retry.ts';
import type { StoreContext } from './store-context.ts';

export type Tail = {
  /** The position of this log's newest event. `floor` is returned if it is a position of this log and no event of this log follows. */
  position(floor?: number): Promise<number>;
  /** The position at which a record of the store begins, at `handled` or later, with no event of this log in between. */
  behind(handled: number): number;
};

/** Usually one of the newest events of the store belongs to this log. */
const newestCount = 4;

/**
 * Remembers that this log has no event after `tail` up to `seen`. After truncations, thousands of the store's own events may follow the
 * tail, and millions of other programs. The next search begins after `seen`, so that those events are passed only once.
 */
export const tailReader = (context: StoreContext): Tail => {
  const { connection, namespace, timings } = context;
  let known = { tail: 0, seen: 0 };

  /**
   * Searches backward through the newest `maxCount` events for the first one that belongs to this log, was seen before, or is at the floor.
   * Undefined if there is none.
   */
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
        // A floor beyond the end belongs to another log.
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
      connection.saw(tail);
      if (tail >= known.tail) known = { tail, seen: Math.max(end, known.seen) };
      return tail;
    },
    behind: (handled) => Math.max(handled, known.tail <= handled ? known.seen : 0),
  };
};
