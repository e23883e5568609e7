/**
 * Event queues: who polls what, woken by the log's own acknowledgements. No loop looks for news; a poll with nothing to say waits
 * until the follower brings something for its user, or until it is time for a heartbeat.
 */
import type { Followed, FollowerPart } from '../engine/follower.ts';
import { type Entitled, entitled } from '../feed/audience.ts';
import { lastIdAt } from '../feed/event-ids.ts';
import { feedModel } from '../feed/model.ts';
import { textFor } from '../feed/serialize.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Queue } from '../state/queues.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import type { Millis, QueueId, RealmId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { entryOf, Ring, type RingEntry } from './ring.ts';
import { EventIdBeyondEnd, type Poll, type QueueService } from './service.ts';
import { Waiters } from './waiters.ts';

/** What one answer holds at most; the rest waits for the next poll. */
const eventsPerAnswerMax = 1_000;
const charactersPerAnswerMax = 4 * 1024 * 1024;
/** How many documents of the feed are looked at in one read. */
const coldPage = 500;

export type QueueHouse = {
  readonly state: ServerState;
  readonly now: () => Millis;
  readonly heartbeatMs: number;
  readonly catchUp: () => Promise<void>;
  /** The position that has been folded. */
  readonly position: () => number;
  readonly read: <T>(body: (view: ReadView) => Promise<T>) => Promise<T>;
  /** Says in the log that a queue was polled, or that it expired. */
  readonly touch: (realmId: RealmId, queueId: QueueId) => void;
};

export class EventQueues implements QueueService, FollowerPart {
  readonly #house: QueueHouse;
  readonly #rings = new Map<RealmId, Ring>();
  readonly #waiters: Waiters;
  /** When each queue was last polled here, and up to where its client has acknowledged. */
  readonly #seen = new Map<QueueId, { at: Millis; acknowledged: number }>();
  readonly #startedAt: Millis;
  readonly #newsAfter: number;
  #closed = false;

  constructor(house: QueueHouse, newsAfter: number) {
    this.#house = house;
    this.#newsAfter = newsAfter;
    this.#startedAt = house.now();
    this.#waiters = new Waiters(house.heartbeatMs);
  }

  see({ event, realm, clientEvents }: Followed): void {
    if (!realm || event.position <= this.#newsAfter) return;
    const ring = this.#ringOf(realm.realmId);
    if (event.type === 'MessageDeleted') ring.erase(event.data.messageId);
    clientEvents.forEach((clientEvent, index) => {
      const entry = entryOf(clientEvent, event.position * 1024 + index);
      ring.push(entry);
      this.#waiters.wake(realm, entry);
    });
    if (event.type === 'EventQueueDeleted' || event.type === 'EventQueueExpired') {
      this.#seen.delete(event.data.queueId);
      this.#waiters.end(event.data.queueId);
    }
  }

  async poll(poll: Poll): Promise<string> {
    const queue = await this.#queueOf(poll);
    const start = lastIdAt(queue.start);
    const acknowledged = this.#seen.get(queue.queueId)?.acknowledged ?? start;
    const cursor = Math.max(start, poll.lastEventId ?? acknowledged);
    await this.#refuseBeyondEnd(cursor);
    this.#polled(poll.realmId, queue, cursor);
    this.#waiters.end(queue.queueId);
    const found = await this.#collect(poll.realmId, queue, cursor);
    if (found.length > 0 || poll.dontBlock || this.#closed || poll.signal.aborted) return listOf(found);
    return this.#wait(poll, queue, cursor);
  }

  /** Queues that nobody has polled for as long as they may live. Downtime of the server does not count. */
  idle(): { realmId: RealmId; queueId: QueueId; idleSince: Millis }[] {
    const now = this.#house.now();
    const gone: { realmId: RealmId; queueId: QueueId; idleSince: Millis }[] = [];
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

  async #wait(poll: Poll, queue: Queue, cursor: number): Promise<string> {
    // What was acknowledged since the look above would wake nobody: look again in the very turn in which the wait begins.
    const meanwhile: string[] = [];
    this.#take(this.#ringOf(poll.realmId).after(cursor), poll.realmId, queue, meanwhile);
    if (meanwhile.length > 0) return listOf(meanwhile);
    return this.#woken(poll, cursor);
  }

  async #woken(poll: Poll, cursor: number): Promise<string> {
    const woken = await this.#waiters.wait(poll);
    this.#sawAgain(poll.queueId);
    const realm = this.#house.state.realms.get(poll.realmId);
    const queue = realm?.queues.get(poll.queueId);
    if (!queue) {
      if (this.#closed) return '[]';
      throw new Refused({ code: 'queue-missing', queueId: poll.queueId });
    }
    // Everything up to here is evaluated for this queue in this very turn, so the heartbeat acknowledges nothing unseen.
    const evaluated = this.#house.position();
    const found = await this.#collect(poll.realmId, queue, cursor);
    if (found.length > 0 || woken !== 'heartbeat') return listOf(found);
    return `[{"type":"heartbeat","id":${Math.max(lastIdAt(evaluated), cursor)}}]`;
  }

  async #queueOf(poll: Poll): Promise<Queue> {
    const find = (): Queue | undefined => this.#house.state.realms.get(poll.realmId)?.queues.get(poll.queueId);
    let queue = find();
    if (!queue) {
      await this.#house.catchUp();
      queue = find();
    }
    if (!queue) throw new Refused({ code: 'queue-missing', queueId: poll.queueId });
    if (queue.userId !== poll.userId) throw new Refused({ code: 'queue-foreign-poll' });
    return queue;
  }

  async #refuseBeyondEnd(cursor: number): Promise<void> {
    if (cursor <= lastIdAt(this.#house.position())) return;
    await this.#house.catchUp();
    if (cursor > lastIdAt(this.#house.position())) throw new EventIdBeyondEnd();
  }

  #polled(realmId: RealmId, queue: Queue, acknowledged: number): void {
    const at = this.#house.now();
    this.#seen.set(queue.queueId, { at, acknowledged });
    if (at - queue.touchedAt > queue.options.lifespanSecs * 500) this.#house.touch(realmId, queue.queueId);
  }

  #sawAgain(queueId: QueueId): void {
    const seen = this.#seen.get(queueId);
    if (seen) this.#seen.set(queueId, { ...seen, at: this.#house.now() });
  }

  #lastSeen(queue: Queue): Millis {
    return this.#seen.get(queue.queueId)?.at ?? Math.max(queue.touchedAt, this.#startedAt);
  }

  /** The texts of what a queue has to say after `cursor`: from the ring, or from the feed where the ring does not reach. */
  async #collect(realmId: RealmId, queue: Queue, cursor: number): Promise<string[]> {
    const texts: string[] = [];
    let from = cursor;
    while (from < this.#ringOf(realmId).floor) {
      const page = await this.#coldPage(realmId, from);
      const full = this.#take(page, realmId, queue, texts);
      if (full) return texts;
      const floor = this.#ringOf(realmId).floor;
      from = page.length < coldPage ? Math.max(floor, from) : (page.at(-1)?.eventId ?? floor);
    }
    this.#take(this.#ringOf(realmId).after(from), realmId, queue, texts);
    return texts;
  }

  async #coldPage(realmId: RealmId, after: number): Promise<RingEntry[]> {
    const range = { prefix: [realmId], from: after + 1, to: this.#ringOf(realmId).floor, limit: coldPage };
    const documents = await this.#house.read((view) => view.scan(feedModel, 'byRealm', range));
    return documents.map((document) => entryOf(document, document.eventId));
  }

  /** Adds what is for the queue; true when the answer is full. */
  #take(entries: Iterable<RingEntry>, realmId: RealmId, queue: Queue, texts: string[]): boolean {
    const realm = this.#house.state.realms.get(realmId);
    if (!realm) return false;
    let characters = texts.reduce((sum, text) => sum + text.length, 0);
    for (const entry of entries) {
      const text = textOf(realm, entry, queue);
      if (text === undefined) continue;
      texts.push(text);
      characters += text.length;
      if (texts.length >= eventsPerAnswerMax || characters >= charactersPerAnswerMax) return true;
    }
    return false;
  }

  #ringOf(realmId: RealmId): Ring {
    const known = this.#rings.get(realmId);
    if (known) return known;
    const ring = new Ring(lastIdAt(this.#newsAfter));
    this.#rings.set(realmId, ring);
    return ring;
  }
}

const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;

function textOf(realm: RealmState, entry: RingEntry, queue: Queue): string | undefined {
  const how: Entitled = entitled(realm, entry.scope, queue, entry.position);
  return how === undefined ? undefined : textFor(entry, queue, how);
}
