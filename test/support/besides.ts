/** Fills a state directly if applying the events would take too long. For `besides` of `given(…).when(…)`. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { QueueId, UserId } from '../../src/vocabulary/ids.ts';
import { queueOf } from './feed.ts';

/** As many accounts as make `size` in all. They are like the account of user 1. */
export const withAccounts =
  (size: number) =>
  ({ directory: { accounts } }: RealmState): void => {
    const account = accounts.get(1 as UserId);
    if (!account) throw new Error('there is no user 1');
    for (let id = 1_000_000; accounts.size < size; id += 1) accounts.set(id as UserId, account);
  };

/** Event queues of one user, each with these event types. */
export const withQueues =
  (count: number, userId: number, eventTypes: string[] = []) =>
  ({ queues }: RealmState): void => {
    const queue = queueOf(userId, { eventTypes });
    for (let at = 0; at < count; at += 1) queues.set(`2:${at}` as QueueId, queue);
  };
