/**
 * Polls that wait. A client event wakes those whom it may be for, each once a turn however many events came; who is woken looks for
 * itself. Looking and answering are sliced, so that a crowd never holds the event loop.
 */
import type { Reply } from '../define/endpoint.ts';
import type { Scope } from '../feed/client-event.ts';
import { idsOf } from '../state/channel-members.ts';
import { membersOf } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { PollState } from './poll-state.ts';
import type { RingEntry } from './ring.ts';

/** A poll that waits: all that is kept of its request. */
export class WaitingPoll {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly queueId: QueueId;
  /** Its queue gets messages that its user was not sent, because they are public. */
  readonly wantsPublic: boolean;
  /** Among all polls of the process. */
  readonly number: number;
  /** Of its queue. */
  readonly seen: PollState;
  /** Up to where its client has everything. */
  readonly cursor: number;
  readonly reply: Reply;
  /** Up to where there is nothing for it. */
  from: number;
  /** When it is time for a heartbeat; and whether it was. */
  due = 0;
  late = false;
  /** Its wait has begun, and has not ended. */
  waiting = false;
  /** It will look in one of the next turns. */
  woken = false;
  /** It is looking, and will look again when that took a while. */
  looking = false;

  constructor(
    of: Pick<WaitingPoll, 'realmId' | 'userId' | 'queueId' | 'wantsPublic' | 'number' | 'seen' | 'cursor' | 'from'>,
    reply: Reply,
  ) {
    this.realmId = of.realmId;
    this.userId = of.userId;
    this.queueId = of.queueId;
    this.wantsPublic = of.wantsPublic;
    this.number = of.number;
    this.seen = of.seen;
    this.cursor = of.cursor;
    this.from = of.from;
    this.reply = reply;
  }
}

/** Those of one organization, by what may wake them. */
type Places = {
  readonly byUser: Map<UserId, Set<WaitingPoll>>;
  readonly wantPublic: Set<WaitingPoll>;
  /** How many of them are not woken: of many events in one turn the first mostly wakes all. */
  asleep: number;
};

/** Milliseconds for which those who were woken may hold the event loop. */
const sliceMs = 4;

export class WaitingPolls {
  readonly #heartbeatMs: number;
  readonly #look: (waiter: WaitingPoll) => void;
  readonly #now: () => number;
  /** In the order in which their heartbeats are due. */
  readonly #byQueue = new Map<QueueId, WaitingPoll>();
  readonly #places = new Map<RealmId, Places>();
  /** In the order in which they look, the next at `#next`; some have left meanwhile. */
  #woken: WaitingPoll[] = [];
  #next = 0;
  #scheduled = false;
  #heart: NodeJS.Timeout | undefined;

  /** `look` is called for whoever is woken; unless it removes them, they wait on. */
  constructor(heartbeatMs: number, look: (waiter: WaitingPoll) => void, now = () => performance.now()) {
    this.#heartbeatMs = Math.max(0, heartbeatMs);
    this.#look = look;
    this.#now = now;
  }

  get size(): number {
    return this.#byQueue.size;
  }

  has(queueId: QueueId): boolean {
    return this.#byQueue.has(queueId);
  }

  /** Nobody may wait for the queue already. */
  add(waiter: WaitingPoll): void {
    waiter.waiting = true;
    waiter.due = Math.ceil(this.#now()) + this.#heartbeatMs;
    this.#byQueue.set(waiter.queueId, waiter);
    const places = this.#placesOf(waiter.realmId);
    const mine = places.byUser.get(waiter.userId);
    if (mine) mine.add(waiter);
    else places.byUser.set(waiter.userId, new Set([waiter]));
    if (waiter.wantsPublic) places.wantPublic.add(waiter);
    places.asleep += 1;
    this.#heart = this.#heart?.ref() ?? this.#beatIn(this.#heartbeatMs);
  }

  /** False when it does not wait any more. */
  remove(waiter: WaitingPoll): boolean {
    if (!waiter.waiting) return false;
    waiter.waiting = false;
    this.#byQueue.delete(waiter.queueId);
    const places = this.#placesOf(waiter.realmId);
    if (!waiter.woken) places.asleep -= 1;
    waiter.woken = false;
    const mine = places.byUser.get(waiter.userId);
    mine?.delete(waiter);
    if (mine?.size === 0) places.byUser.delete(waiter.userId);
    if (waiter.wantsPublic) places.wantPublic.delete(waiter);
    if (this.#byQueue.size === 0) this.#heart?.unref();
    return true;
  }

  of(queueId: QueueId): WaitingPoll | undefined {
    return this.#byQueue.get(queueId);
  }

  all(): WaitingPoll[] {
    return [...this.#byQueue.values()];
  }

  ofUser(realmId: RealmId, userId: UserId): WaitingPoll[] {
    return [...(this.#places.get(realmId)?.byUser.get(userId) ?? [])];
  }

  /** Wakes everyone whom the entry may be for. `realm` is folded exactly up to it. */
  wake(realm: RealmState, { scope }: Pick<RingEntry, 'scope'>): void {
    const places = this.#places.get(realm.realmId);
    if (!places || places.asleep === 0) return;
    const { byUser, wantPublic } = places;
    // Looked up from whichever side is smaller.
    if (namedCount(realm, scope) > byUser.size) {
      for (const waiters of byUser.values()) this.#wakeAll(places, waiters);
      return;
    }
    for (const userId of namedBy(realm, scope)) {
      const waiters = byUser.get(userId);
      if (waiters) this.#wakeAll(places, waiters);
    }
    if (scope.kind === 'channel' && scope.everyPublic) this.#wakeAll(places, wantPublic);
  }

  #wakeAll(places: Places, waiters: ReadonlySet<WaitingPoll>): void {
    for (const waiter of waiters) this.#wake(places, waiter);
  }

  #wake(places: Places, waiter: WaitingPoll): void {
    // Whoever is looking sees what has come meanwhile.
    if (waiter.woken || waiter.looking) return;
    waiter.woken = true;
    places.asleep -= 1;
    this.#woken.push(waiter);
    if (!this.#scheduled) this.#schedule();
  }

  /** Lets those who are woken look, for at most a slice of time in each turn of the event loop. */
  #schedule(): void {
    this.#scheduled = true;
    setImmediate(() => {
      const end = this.#now() + sliceMs;
      do this.#lookNext();
      while (this.#next < this.#woken.length && this.#now() < end);
      if (this.#next > this.#woken.length / 2) {
        this.#woken = this.#woken.slice(this.#next);
        this.#next = 0;
      }
      this.#scheduled = false;
      if (this.#woken.length > 0) this.#schedule();
    });
  }

  #lookNext(): void {
    const waiter = this.#woken[this.#next];
    this.#next += 1;
    if (!waiter?.woken) return;
    waiter.woken = false;
    this.#placesOf(waiter.realmId).asleep += 1;
    this.#look(waiter);
  }

  /** One timer for all: who came first is due first. It goes on when all have left: they mostly come again at once. */
  #beatIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#heart = undefined;
      const now = this.#now();
      for (const waiter of this.#byQueue.values()) {
        if (waiter.late) continue;
        if (waiter.due > now) {
          this.#heart = this.#beatIn(Math.ceil(waiter.due - now));
          return;
        }
        waiter.late = true;
        this.#wake(this.#placesOf(waiter.realmId), waiter);
      }
    }, ms);
  }

  #placesOf(realmId: RealmId): Places {
    const known = this.#places.get(realmId);
    if (known) return known;
    const places: Places = { byUser: new Map(), wantPublic: new Set(), asleep: 0 };
    this.#places.set(realmId, places);
    return places;
  }
}

/** How many users a scope names; infinitely many where anybody may be meant. */
function namedCount(realm: RealmState, scope: Scope): number {
  if (scope.kind === 'users') return scope.userIds.length;
  if (scope.kind !== 'channel') return Number.POSITIVE_INFINITY;
  return membersOf(realm.memberships, scope.channelId).size + (scope.plus?.length ?? 0);
}

function namedBy(realm: RealmState, scope: Scope): readonly UserId[] {
  if (scope.kind === 'users') return scope.userIds;
  if (scope.kind !== 'channel') return [];
  const members = idsOf(membersOf(realm.memberships, scope.channelId));
  return scope.plus ? [...members, ...scope.plus] : members;
}
