/**
 * Polls that wait. A client event wakes those whose queues want it, each once a turn however many events came, and in slices, so that
 * a crowd of them never holds the event loop.
 */

import { entitled } from '../feed/audience.ts';
import type { Scope } from '../feed/client-event.ts';
import { isWanted } from '../feed/serialize.ts';
import { membersOf } from '../state/channel.ts';
import { idsOf } from '../state/members.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { RingEntry } from './ring.ts';
import type { Poll } from './service.ts';

/** `revoked`: the caller may no longer have what they were waiting for. */
export type Woken = 'news' | 'heartbeat' | 'ended' | 'revoked';

type Waiter = { readonly poll: Poll; readonly settle: (why: Woken) => void };

/** Waiting polls answered in one turn of the event loop. */
const sliceMax = 200;

export class Waiters {
  readonly #byQueue = new Map<QueueId, Waiter>();
  readonly #byUser = new Map<RealmId, Map<UserId, Set<Waiter>>>();
  readonly #woken = new Set<Waiter>();
  #scheduled = false;

  get size(): number {
    return this.#byQueue.size;
  }

  has(queueId: QueueId): boolean {
    return this.#byQueue.has(queueId);
  }

  /**
   * Resolves when there is news, after `heartbeatMs` without, or when the wait is ended. Whoever waits for the queue already is ended
   * by it. The poll must not have been aborted before.
   */
  wait(poll: Poll, heartbeatMs: number): Promise<Woken> {
    this.end(poll.queueId);
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
      const timer = setTimeout(() => waiter.settle('heartbeat'), Math.max(0, heartbeatMs));
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

  /** Ends every wait of a user whose credentials are worth nothing any more. */
  revoke(realmId: RealmId, userId: UserId): void {
    for (const waiter of [...(this.#byUser.get(realmId)?.get(userId) ?? [])]) waiter.settle('revoked');
  }

  /** Wakes everyone whom the entry is for. `realm` is folded exactly up to it. */
  wake(realm: RealmState, entry: RingEntry): void {
    const users = this.#byUser.get(realm.realmId);
    if (!users || users.size === 0) return;
    for (const waiter of candidates(realm, entry.scope, users)) {
      const queue = realm.queues.get(waiter.poll.queueId);
      if (!queue) continue;
      const how = entitled(realm, entry.scope, queue, entry.position);
      if (how !== undefined && isWanted(entry, queue, how)) this.#woken.add(waiter);
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
    if (users?.size === 0) this.#byUser.delete(realmId);
    return true;
  }
}

/** The waiters that a scope may name, looked up from whichever side is smaller; some of them twice. */
function* candidates(realm: RealmState, scope: Scope, users: Map<UserId, Set<Waiter>>): Generator<Waiter> {
  const named = namedBy(realm, scope);
  const length = named?.reduce((sum, { length }) => sum + length, 0) ?? Number.POSITIVE_INFINITY;
  if (named === undefined || length > users.size) for (const waiters of users.values()) yield* waiters;
  else for (const ids of named) for (const userId of ids) yield* users.get(userId as UserId) ?? [];
}

type Ids = Iterable<number> & { readonly length: number };

/** Undefined where anybody may be meant. */
function namedBy(realm: RealmState, scope: Scope): Ids[] | undefined {
  if (scope.kind === 'users') return [scope.userIds];
  if (scope.kind !== 'channel' || scope.everyPublic) return undefined;
  const members = membersOf(realm.memberships, scope.channelId);
  return [{ length: members.size, [Symbol.iterator]: () => idsOf(members).values() }, scope.plus ?? []];
}
