/**
 * Polls that wait. A client event wakes those whose users it may be for, each once a turn however many events came, and in slices,
 * so that a crowd of them never holds the event loop.
 */

import { entitled } from '../feed/audience.ts';
import type { Scope } from '../feed/client-event.ts';
import { membersOf } from '../state/channel.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { RingEntry } from './ring.ts';
import type { Poll } from './service.ts';

export type Woken = 'news' | 'heartbeat' | 'ended';

type Waiter = { readonly poll: Poll; readonly settle: (why: Woken) => void };

/** Waiting polls answered in one turn of the event loop. */
const sliceMax = 200;

export class Waiters {
  readonly #heartbeatMs: number;
  readonly #byQueue = new Map<QueueId, Waiter>();
  readonly #byUser = new Map<RealmId, Map<UserId, Set<Waiter>>>();
  readonly #woken = new Set<Waiter>();
  #scheduled = false;

  constructor(heartbeatMs: number) {
    this.#heartbeatMs = heartbeatMs;
  }

  get size(): number {
    return this.#byQueue.size;
  }

  has(queueId: QueueId): boolean {
    return this.#byQueue.has(queueId);
  }

  /** Resolves when there may be news, when it is time for a heartbeat, or when the wait is ended. */
  wait(poll: Poll): Promise<Woken> {
    return new Promise((resolve) => {
      const end = (): void => waiter.settle('ended');
      const waiter: Waiter = {
        poll,
        settle: (why) => {
          if (!this.#forget(waiter)) return;
          clearTimeout(timer);
          poll.signal.removeEventListener('abort', end);
          resolve(why);
        },
      };
      const timer = setTimeout(() => waiter.settle('heartbeat'), this.#heartbeatMs);
      poll.signal.addEventListener('abort', end);
      this.#byQueue.set(poll.queueId, waiter);
      const users = this.#byUser.get(poll.realmId) ?? new Map<UserId, Set<Waiter>>();
      this.#byUser.set(poll.realmId, users);
      users.set(poll.userId, (users.get(poll.userId) ?? new Set<Waiter>()).add(waiter));
    });
  }

  end(queueId: QueueId): void {
    this.#byQueue.get(queueId)?.settle('ended');
  }

  endAll(): void {
    for (const waiter of [...this.#byQueue.values()]) waiter.settle('ended');
  }

  /** Wakes everyone whom the entry is for. */
  wake(realm: RealmState, entry: RingEntry): void {
    const users = this.#byUser.get(realm.realmId);
    if (!users || users.size === 0) return;
    for (const waiter of candidates(realm, entry.scope, users)) {
      const queue = realm.queues.get(waiter.poll.queueId);
      if (queue && entitled(realm, entry.scope, queue, entry.position) !== undefined) this.#woken.add(waiter);
    }
    if (this.#woken.size > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      let answered = 0;
      for (const waiter of this.#woken) {
        this.#woken.delete(waiter);
        waiter.settle('news');
        answered += 1;
        if (answered === sliceMax) break;
      }
      if (this.#woken.size > 0) this.#schedule();
    });
  }

  /** False when the waiter was settled already. */
  #forget(waiter: Waiter): boolean {
    const { realmId, userId, queueId } = waiter.poll;
    if (this.#byQueue.get(queueId) !== waiter) return false;
    this.#byQueue.delete(queueId);
    this.#woken.delete(waiter);
    const users = this.#byUser.get(realmId);
    const mine = users?.get(userId);
    mine?.delete(waiter);
    if (mine?.size === 0) users?.delete(userId);
    return true;
  }
}

/** The waiters that a scope may name, looked up from whichever side is smaller. */
function* candidates(realm: RealmState, scope: Scope, users: Map<UserId, Set<Waiter>>): Generator<Waiter> {
  const named = namedBy(realm, scope);
  if (named === undefined || named.length > users.size) for (const waiters of users.values()) yield* waiters;
  else for (const userId of new Set(named)) yield* users.get(userId as UserId) ?? [];
}

/** Undefined where anybody may be meant. */
function namedBy(realm: RealmState, scope: Scope): (ArrayLike<number> & Iterable<number>) | undefined {
  if (scope.kind === 'users') return scope.userIds;
  if (scope.kind !== 'channel' || scope.everyPublic || scope.orAdministrators) return undefined;
  const members = membersOf(realm.memberships, scope.channelId).ids;
  return scope.plus?.length ? [...members, ...scope.plus] : members;
}
