/**
 * Event queues: who polls what, woken by the log's own acknowledgements. No loop looks for news; a poll with nothing to say waits
 * until the follower brings something for its user, or until it is time for a heartbeat.
 */
import type { Followed, FollowerPart } from '../engine/follower.ts';
import { lastIdAt } from '../feed/event-ids.ts';
import type { ReadView } from '../ports/read-store.ts';
import { isActive } from '../state/directory.ts';
import type { Queue } from '../state/queues.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { Millis, QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import type { BotKeys } from '../wire/bot.ts';
import type { RingLimits } from './ring.ts';
import { EventIdBeyondEnd, type Poll, type QueueService } from './service.ts';
import { Stock } from './stock.ts';
import { Waiters, type Woken } from './waiters.ts';

export type QueueHouse = {
  readonly state: ServerState;
  readonly now: () => Millis;
  readonly heartbeatMs: number;
  readonly catchUp: () => Promise<void>;
  /** The position that has been folded. */
  readonly position: () => number;
  readonly read: <T>(body: (view: ReadView) => Promise<T>) => Promise<T>;
  /** Says in the log that a queue was polled. */
  readonly touch: (realmId: RealmId, queueId: QueueId) => void;
  /** What `realm_bot` events show of bots and the feed does not hold. */
  readonly secrets: BotSecrets;
  /** What is kept in memory; absent: the usual. */
  readonly ring?: RingLimits;
};

export type BotSecrets = {
  readonly apiKey: (realm: RealmId, bot: UserId, generation: number) => string;
  readonly botToken: (realm: RealmId, bot: UserId) => string;
};

/** A queue that nobody has polled since `idleSince`, for as long as it may live. */
export type IdleQueue = { readonly realmId: RealmId; readonly queueId: QueueId; readonly idleSince: Millis };

/** What this process knows of a queue's polls. */
type Seen = {
  /** When it was last polled here, or a wait ended. */
  readonly at: Millis;
  /** Up to where its client has acknowledged. */
  readonly acknowledged: number;
  /** The number of the newest poll: an older one that is still on its way must not wait. */
  readonly poll: number;
  /** Where there is nothing for it: ids above `after`, up to `upTo`. Spares clients that never acknowledge a second look. */
  readonly nothing: { readonly after: number; readonly upTo: number };
};

export class EventQueues implements QueueService, FollowerPart {
  readonly #house: QueueHouse;
  readonly #stock: Stock;
  readonly #waiters = new Waiters();
  readonly #seen = new Map<QueueId, Seen>();
  readonly #startedAt: Millis;
  readonly #newsAfter: number;
  readonly #keys = new Map<RealmId, BotKeys>();
  #polls = 0;
  #closed = false;

  constructor(house: QueueHouse, newsAfter: number) {
    this.#house = house;
    this.#newsAfter = newsAfter;
    this.#startedAt = house.now();
    this.#stock = new Stock({ ...house, keysOf: (realmId) => this.#keysOf(realmId) }, newsAfter, house.ring);
  }

  #keysOf(realmId: RealmId): BotKeys {
    const made = this.#keys.get(realmId);
    if (made) return made;
    const { secrets } = this.#house;
    const keys: BotKeys = {
      apiKey: (bot, generation) => secrets.apiKey(realmId, bot, generation),
      token: (bot) => secrets.botToken(realmId, bot),
    };
    this.#keys.set(realmId, keys);
    return keys;
  }

  see(followed: Followed): void {
    const { event, realm } = followed;
    if (!realm || event.position <= this.#newsAfter) return;
    for (const entry of this.#stock.add(followed)) this.#waiters.wake(realm, entry);
    switch (event.type) {
      case 'EventQueueDeleted':
      case 'EventQueueExpired':
        this.#seen.delete(event.data.queueId);
        this.#waiters.end(event.data.queueId);
        break;
      case 'UserDeactivated':
      case 'ApiKeyRotated':
        this.#waiters.revoke(event.realmId, event.data.userId);
        break;
    }
  }

  async poll(poll: Poll): Promise<string> {
    const start = lastIdAt((await this.#queueOf(poll)).start);
    const acknowledged = this.#seen.get(poll.queueId)?.acknowledged ?? start;
    const cursor = Math.max(start, poll.lastEventId ?? acknowledged);
    await this.#refuseBeyondEnd(cursor);
    const number = this.#polled(poll, Math.max(cursor, acknowledged));
    this.#waiters.end(poll.queueId);
    return this.#answer(poll, number, cursor);
  }

  /** Queues that nobody has polled for as long as they may live. Downtime of the server does not count. */
  idle(): IdleQueue[] {
    const now = this.#house.now();
    const gone: IdleQueue[] = [];
    for (const [realmId, realm] of this.#house.state.realms)
      for (const queue of realm.queues.values())
        if (!this.#waiters.has(queue.queueId) && now - this.#lastSeen(queue) >= queue.options.lifespanSecs * 1000)
          gone.push({ realmId, queueId: queue.queueId, idleSince: this.#lastSeen(queue) });
    return gone;
  }

  counts(): { queues: number; waiting: number } {
    let queues = 0;
    for (const realm of this.#house.state.realms.values()) queues += realm.queues.size;
    return { queues, waiting: this.#waiters.size };
  }

  close(): void {
    this.#closed = true;
    this.#waiters.endAll();
  }

  async #answer(poll: Poll, number: number, cursor: number): Promise<string> {
    const deadline = this.#house.now() + this.#house.heartbeatMs;
    let from = this.#beyondNothing(poll.queueId, cursor);
    let why: Woken | undefined;
    for (;;) {
      const { texts, upTo } = await this.#stock.gather(poll.realmId, this.#standing(poll), from);
      if (texts.length > 0) return listOf(texts);
      this.#foundNothing(poll.queueId, cursor, upTo);
      if (why === 'heartbeat') return `[{"type":"heartbeat","id":${Math.max(upTo, cursor)}}]`;
      if (why === 'ended' || !this.#mayWait(poll, number)) return listOf([]);
      from = upTo;
      // What was folded since that look would wake nobody: the wait begins in a turn in which there is nothing unseen.
      if (from < lastIdAt(this.#house.position())) continue;
      why = await this.#waiters.wait(poll, deadline - this.#house.now());
      this.#sawAgain(poll.queueId);
      if (why === 'revoked' || (why === 'ended' && this.#closed)) return listOf([]);
    }
  }

  /** Whoever was deactivated while their poll was busy would not be told so by waking. */
  #mayWait({ realmId, userId, queueId, dontBlock, signal }: Poll, number: number): boolean {
    const realm = this.#house.state.realms.get(realmId);
    const isNewest = this.#seen.get(queueId)?.poll === number;
    const isKnown = realm !== undefined && isActive(realm.directory, userId);
    return isNewest && isKnown && !dontBlock && !this.#closed && !signal.aborted;
  }

  #find = ({ realmId, queueId }: Poll): Queue | undefined => this.#house.state.realms.get(realmId)?.queues.get(queueId);

  async #queueOf(poll: Poll): Promise<Queue> {
    if (!this.#find(poll)) await this.#house.catchUp();
    const queue = this.#standing(poll);
    if (queue.userId !== poll.userId) throw new Refused({ code: 'queue-foreign-poll' });
    return queue;
  }

  /** The queue as it is now; it may have ended while its poll was busy. */
  #standing(poll: Poll): Queue {
    const queue = this.#find(poll);
    if (!queue) throw new Refused({ code: 'queue-missing', queueId: poll.queueId });
    return queue;
  }

  async #refuseBeyondEnd(cursor: number): Promise<void> {
    if (cursor <= lastIdAt(this.#house.position())) return;
    await this.#house.catchUp();
    if (cursor > lastIdAt(this.#house.position())) throw new EventIdBeyondEnd();
  }

  /** The number of the poll. */
  #polled(poll: Poll, acknowledged: number): number {
    const queue = this.#standing(poll);
    const at = this.#house.now();
    const nothing = this.#seen.get(poll.queueId)?.nothing ?? { after: 0, upTo: 0 };
    this.#polls += 1;
    this.#seen.set(poll.queueId, { at, acknowledged, poll: this.#polls, nothing });
    if (at - queue.touchedAt > queue.options.lifespanSecs * 500) this.#house.touch(poll.realmId, poll.queueId);
    return this.#polls;
  }

  #sawAgain(queueId: QueueId): void {
    const seen = this.#seen.get(queueId);
    if (seen) this.#seen.set(queueId, { ...seen, at: this.#house.now() });
  }

  #beyondNothing(queueId: QueueId, cursor: number): number {
    const nothing = this.#seen.get(queueId)?.nothing;
    return nothing && nothing.after <= cursor ? Math.max(nothing.upTo, cursor) : cursor;
  }

  #foundNothing(queueId: QueueId, after: number, upTo: number): void {
    const seen = this.#seen.get(queueId);
    if (seen) this.#seen.set(queueId, { ...seen, nothing: { after, upTo } });
  }

  /** The log knows of polls elsewhere, and of those before the server last started. */
  #lastSeen(queue: Queue): Millis {
    return Math.max(this.#seen.get(queue.queueId)?.at ?? 0, queue.touchedAt, this.#startedAt);
  }
}

const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;
