/**
 * What there is to tell: the rings of all organizations, and the feed behind them where a queue is older than its ring. Gathers for
 * one queue what came after a cursor, and says up to where it has looked.
 */

import { Semaphore } from '../define/mutex.ts';
import type { Followed } from '../engine/follow/follower.ts';
import { entitled } from '../feed/audience.ts';
import { eventIdAt, lastIdAt } from '../feed/event-ids.ts';
import { feedModel } from '../feed/model.ts';
import { textFor } from '../feed/serialize.ts';
import { ReadStoreUnavailable, type ReadView } from '../ports/read-store.ts';
import type { Queue } from '../state/queues.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import type { BotKeys } from '../wire/bot.ts';
import { entryOf, Ring, type RingEntry, type RingLimits, ringLimits } from './ring.ts';

/** What one answer holds at most; the rest waits for the next poll. */
const eventsPerAnswerMax = 1_000;
const charactersPerAnswerMax = 4 * 1024 * 1024;
/** How many documents of the feed are looked at in one read, and for how many queues at once. */
const coldPage = 500;
const coldAtOnce = 8;

export type EventBufferDependencies = {
  readonly state: ServerState;
  /** The position that has been folded. */
  readonly position: () => number;
  readonly read: <T>(body: (view: ReadView) => Promise<T>) => Promise<T>;
  readonly keysOf: (realmId: RealmId) => BotKeys;
};

/** Texts of events in order. Where there are none, all ids up to `upTo` were looked at, and none of them is for the queue. */
export type EventBatch = { readonly texts: readonly string[]; readonly upTo: number };

const nothing: readonly string[] = [];

export class EventBuffer {
  readonly #dependencies: EventBufferDependencies;
  readonly #newsAfter: number;
  readonly #limits: RingLimits;
  readonly #rings = new Map<RealmId, Ring>();
  readonly #semaphore = new Semaphore(coldAtOnce);
  #characters = 0;

  /** Rings hold what comes after the position `newsAfter`. */
  constructor(dependencies: EventBufferDependencies, newsAfter: number, limits = ringLimits) {
    this.#dependencies = dependencies;
    this.#newsAfter = newsAfter;
    this.#limits = limits;
  }

  /** How many characters it takes itself to hold. */
  get characters(): number {
    return this.#characters;
  }

  /** Takes in what clients are told of an event of an organization, and returns it. */
  add(followed: Followed): RingEntry[] {
    const ring = this.#ringOf(followed.event.realmId);
    const before = ring.characters;
    const entries = this.#push(ring, followed);
    this.#characters += ring.characters - before;
    while (this.#characters > this.#limits.charactersInAllMax && this.#shed());
    return entries;
  }

  #push(ring: Ring, { event, realm, clientEvents }: Followed): RingEntry[] {
    if (realm?.queues.size === 0) {
      // Whoever registers later begins after this.
      ring.skipTo(lastIdAt(event.position));
      return [];
    }
    if (event.type === 'MessageDeleted') ring.erase(event.data.messageId);
    const entries = clientEvents.map((clientEvent, index) => entryOf(clientEvent, eventIdAt(event.position, index)));
    for (const entry of entries) ring.push(entry);
    return entries;
  }

  /** The organization that holds most makes room; false where none has anything to spare. */
  #shed(): boolean {
    const [largest] = [...this.#rings.values()].sort((a, b) => b.characters - a.characters);
    const before = largest?.characters ?? 0;
    const shed = largest?.shed() ?? false;
    this.#characters += (largest?.characters ?? 0) - before;
    return shed;
  }

  /** At once where the ring reaches; else it throws `ReadStoreUnavailable` where the feed cannot be read up to the ring. */
  gather(realmId: RealmId, queue: Queue, cursor: number): EventBatch | Promise<EventBatch> {
    const ring = this.#ringOf(realmId);
    if (cursor >= ring.newest) return { texts: nothing, upTo: this.#upTo(cursor) };
    const answer = new Answer(this.#dependencies, realmId, queue);
    return this.#warm(realmId, answer, cursor) ?? this.#semaphore.run(() => this.#cold(realmId, answer, cursor));
  }

  /** In one turn: everything folded so far is in the ring or below `from`. Undefined where the ring begins above it. */
  #warm(realmId: RealmId, answer: Answer, from: number): EventBatch | undefined {
    const ring = this.#ringOf(realmId);
    if (from < ring.floor) return undefined;
    ring.after(from, (entry) => answer.take(entry));
    return { texts: answer.texts, upTo: this.#upTo(from) };
  }

  /** Everything folded so far is in a ring, or below `from`. */
  #upTo(from: number): number {
    return Math.max(from, lastIdAt(this.#dependencies.position()));
  }

  async #cold(realmId: RealmId, answer: Answer, cursor: number): Promise<EventBatch> {
    let from = cursor;
    for (;;) {
      // The floor may rise while the feed is read: what was read reaches only to where it stood before.
      const { entries, to } = await this.#coldPage(realmId, from, this.#ringOf(realmId).floor);
      if (entries.some((entry) => answer.take(entry))) return { texts: answer.texts, upTo: from };
      from = entries.length < coldPage ? to : (entries.at(-1)?.eventId ?? to);
      const gathered = this.#warm(realmId, answer, from);
      if (gathered) return gathered;
    }
  }

  async #coldPage(realmId: RealmId, after: number, floor: number): Promise<{ entries: RingEntry[]; to: number }> {
    return this.#dependencies.read(async (view) => {
      const to = Math.min(floor, lastIdAt(view.checkpoint.position));
      if (to <= after) throw new ReadStoreUnavailable('the feed is behind what clients have been told');
      const range = { prefix: [realmId], from: after + 1, to, limit: coldPage };
      const documents = await view.scan(feedModel, 'byRealm', range);
      return { entries: documents.map((document) => entryOf(document, document.eventId)), to };
    });
  }

  #ringOf(realmId: RealmId): Ring {
    const known = this.#rings.get(realmId);
    if (known) return known;
    const ring = new Ring(lastIdAt(this.#newsAfter), this.#limits);
    this.#rings.set(realmId, ring);
    return ring;
  }
}

/** The texts of one answer, as many as fit. */
class Answer {
  readonly texts: string[] = [];
  readonly #realm: RealmState | undefined;
  readonly #queue: Queue;
  readonly #keys: BotKeys;
  #characters = 0;

  constructor(dependencies: EventBufferDependencies, realmId: RealmId, queue: Queue) {
    this.#realm = dependencies.state.realms.get(realmId);
    this.#queue = queue;
    this.#keys = dependencies.keysOf(realmId);
  }

  /** Adds what is for the queue; true when the answer is full. */
  take(entry: RingEntry): boolean {
    const realm = this.#realm;
    const how = realm && entitled(realm, entry.scope, this.#queue, entry.position);
    const text = how && textFor(entry, this.#queue, how, this.#keys);
    if (text === undefined) return false;
    this.texts.push(text);
    this.#characters += text.length;
    return this.texts.length >= eventsPerAnswerMax || this.#characters >= charactersPerAnswerMax;
  }
}
