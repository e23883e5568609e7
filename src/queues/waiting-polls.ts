/**
 * The polls that wait for events. A client event wakes the polls that it may be for. Woken polls are checked in rounds, each poll once
 * however many events came. The rounds yield to the event loop, so that thousands of polls never block it for long. A pause follows each
 * round, so that a continuous sequence of events gives answers with several events. The first event after a pause does not wait.
 */
import type { Reply } from '../define/endpoint.ts';
import type { Scope } from '../feed/client-event.ts';
import { idsOf } from '../state/channel-members.ts';
import { formerMembers, membersOf } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { Millis, QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import type { RingEntry } from './ring.ts';

/** All data of a request that are kept while its poll waits. */
export type WaitingPoll = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly queueId: QueueId;
  /** Whether the queue gets messages of public streams to which its user is not subscribed. */
  readonly wantsPublic: boolean;
  readonly state: PollState;
  readonly reply: Reply;
  readonly charge: (polls: number) => void;
  readonly dontBlock: boolean;
  /** The client has the events up to this id. */
  readonly cursor: number;
  /** Events up to this id were checked: none above `cursor` is for the queue. It is at least `cursor`. */
  checkedTo: number;
  /** Whether the stored feed is being read for it. Events that arrive in the meantime are checked afterwards. */
  isReading: boolean;
  isHeartbeatDue: boolean;
  heartbeat?: NodeJS.Timeout;
};

type PollsOfRealm = { readonly byUser: Map<UserId, Set<WaitingPoll>>; readonly wantPublic: Set<WaitingPoll> };

/** How long the checks of woken polls may hold the event loop in one turn. */
const sliceMs = 4;
/**
 * The least time between two rounds of checks. It is too short to be noticed, and lets each poll of a busy stream be answered with more
 * events. At 4,000 messages a second to ten queues, 10 ms instead of 5 save the serving thread about 5 % of its time.
 */
const pauseMs = 10;

export class WaitingPolls {
  readonly #heartbeatMs: number;
  readonly #check: (poll: WaitingPoll) => void;
  readonly #now: () => number;
  readonly #byQueue = new Map<QueueId, WaitingPoll>();
  readonly #byRealm = new Map<RealmId, PollsOfRealm>();
  /** Woken polls that have not been checked yet, in order. */
  readonly #woken = new Set<WaitingPoll>();
  #isScheduled = false;
  #lastRoundAt = Number.NEGATIVE_INFINITY;

  /** `check` is called for each woken poll. A poll that it does not remove continues to wait. */
  constructor(heartbeatMs: number, check: (poll: WaitingPoll) => void, now = () => performance.now()) {
    this.#heartbeatMs = heartbeatMs;
    this.#check = check;
    this.#now = now;
  }

  get size(): number {
    return this.#byQueue.size;
  }

  has(poll: WaitingPoll): boolean {
    return this.#byQueue.get(poll.queueId) === poll;
  }

  /** No other poll may be waiting for the same queue. */
  add(poll: WaitingPoll): void {
    this.#byQueue.set(poll.queueId, poll);
    const { byUser, wantPublic } = this.#pollsOf(poll.realmId);
    const sameUser = byUser.get(poll.userId);
    if (sameUser) sameUser.add(poll);
    else byUser.set(poll.userId, new Set([poll]));
    if (poll.wantsPublic) wantPublic.add(poll);
    poll.heartbeat = setTimeout(() => {
      poll.isHeartbeatDue = true;
      this.#wake(poll);
    }, this.#heartbeatMs);
  }

  /** False if the poll was not waiting. */
  remove(poll: WaitingPoll): boolean {
    if (!this.has(poll)) return false;
    clearTimeout(poll.heartbeat);
    this.#byQueue.delete(poll.queueId);
    this.#woken.delete(poll);
    const { byUser, wantPublic } = this.#pollsOf(poll.realmId);
    const sameUser = byUser.get(poll.userId);
    sameUser?.delete(poll);
    if (sameUser?.size === 0) byUser.delete(poll.userId);
    wantPublic.delete(poll);
    return true;
  }

  /** Whether the last round of checks was less than a pause ago. */
  get isPausing(): boolean {
    return this.#pauseLeft() > 0;
  }

  /** Puts the poll into the next round of checks. */
  checkLater(poll: WaitingPoll): void {
    this.#wake(poll);
  }

  ofQueue(queueId: QueueId): WaitingPoll | undefined {
    return this.#byQueue.get(queueId);
  }

  ofUser(realmId: RealmId, userId: UserId): WaitingPoll[] {
    return [...(this.#byRealm.get(realmId)?.byUser.get(userId) ?? [])];
  }

  all(): WaitingPoll[] {
    return [...this.#byQueue.values()];
  }

  /** Wakes every poll that a client event may be for. `realm` must be the state right after the domain event. */
  wake(realm: RealmState, { scope }: Pick<RingEntry, 'scope'>): void {
    const polls = this.#byRealm.get(realm.realmId);
    if (!polls) return;
    const userIds = usersIn(realm, scope);
    if (userIds === undefined || userIds.length > polls.byUser.size) {
      for (const ofUser of polls.byUser.values()) this.#wakeAll(ofUser);
      return;
    }
    for (const userId of userIds) this.#wakeAll(polls.byUser.get(userId) ?? []);
    if (scope.kind === 'channel' && scope.everyPublic) this.#wakeAll(polls.wantPublic);
  }

  #wakeAll(polls: Iterable<WaitingPoll>): void {
    for (const poll of polls) this.#wake(poll);
  }

  #wake(poll: WaitingPoll): void {
    if (poll.isReading) return;
    this.#woken.add(poll);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const pause = this.#pauseLeft();
    if (pause > 0) setTimeout(() => this.#resume(), pause);
    else setImmediate(() => this.#resume());
  }

  #resume(): void {
    this.#checkWoken();
    if (this.#woken.size > 0) {
      setImmediate(() => this.#resume());
      return;
    }
    this.#isScheduled = false;
    this.#lastRoundAt = this.#now();
  }

  #pauseLeft(): number {
    return this.#lastRoundAt + pauseMs - this.#now();
  }

  #checkWoken(): void {
    const end = this.#now() + sliceMs;
    for (const poll of this.#woken) {
      this.#woken.delete(poll);
      this.#check(poll);
      if (this.#now() >= end) return;
    }
  }

  #pollsOf(realmId: RealmId): PollsOfRealm {
    const known = this.#byRealm.get(realmId);
    if (known) return known;
    const polls: PollsOfRealm = { byUser: new Map(), wantPublic: new Set() };
    this.#byRealm.set(realmId, polls);
    return polls;
  }
}

/** The users whom a scope names. Undefined if it may include anyone. */
function usersIn(realm: RealmState, scope: Scope): readonly UserId[] | undefined {
  if (scope.kind === 'users') return scope.userIds;
  if (scope.kind !== 'channel') return undefined;
  const { channelId, plus = [] } = scope;
  const members = idsOf(membersOf(realm.memberships, channelId));
  const former = scope.former ? formerMembers(realm.memberships, channelId) : [];
  return plus.length + former.length > 0 ? [...members, ...plus, ...former] : members;
}

/** What this process knows about the polls of one queue. */
export type PollState = {
  /** When the queue was last polled at this process, or a wait for it ended here. */
  lastPolledAt: Millis;
  /** The client has acknowledged the events up to this id. */
  acknowledged: number;
  /** The newest poll, if it may wait. Older polls must not wait, and none may wait once the queue has ended. */
  newest: WaitingPoll | undefined;
  /**
   * No event with an id above `emptyAfter` and up to `emptyTo` is for the queue. Otherwise a client that does not acknowledge heartbeats
   * would cause the same part of the feed to be read for every poll.
   */
  emptyAfter: number;
  emptyTo: number;
};
