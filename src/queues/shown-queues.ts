/** The event queues of an organization as its owners see them. */
import type { Queue } from '../state/queues.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { Millis, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

/** `backlog`: the client events of the organization that were not acknowledged. If it is not complete, there are older ones. */
export type ShownQueue = {
  readonly userId: UserId;
  readonly isWaiting: boolean;
  readonly lastPolledAt: Millis;
  readonly backlog: number;
  readonly isComplete: boolean;
};

/** `shown`: the queues that are furthest behind. */
export type ShownQueues = { readonly count: number; readonly waiting: number; readonly shown: readonly ShownQueue[] };

export function shownQueues(realm: RealmState | undefined, describe: (queue: Queue) => ShownQueue): ShownQueues {
  const all = [...(realm?.queues.values() ?? [])].map(describe);
  const furthest = all.sort((one, other) => other.backlog - one.backlog || one.lastPolledAt - other.lastPolledAt);
  const waiting = all.filter(({ isWaiting }) => isWaiting).length;
  return { count: all.length, waiting, shown: furthest.slice(0, limits.shownQueuesMax) };
}
