/**
 * The newest client events, in a ring in memory for each organization. Queues that are further behind read the stored feed first. It
 * collects the events that one queue gets after a cursor.
 */
import { Breaks } from '../define/breaks.ts';
import { payerIn } from '../define/payer.ts';
import { FairSemaphore } from '../engine/fair-semaphore.ts';
import type { Followed } from '../engine/follow/follower.ts';
import { erasedBy } from '../feed/erase.ts';
import { lastIdAt } from '../feed/event-ids.ts';
import { changesNames } from '../feed/message-names.ts';
import { feedGapId, feedGaps, feedModel } from '../feed/model.ts';
import { eventIdsOf } from '../feed/parts.ts';
import { ReadStoreUnavailable, type ReadView } from '../ports/read-store.ts';
import type { Queue } from '../state/queues.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { BatchBuilder } from './batch-builder.ts';
import { type Account, entryOf, Ring, type RingEntry, type RingLimits, ringLimits } from './ring.ts';
import type { BotSecrets } from './service.ts';

/** The number of documents in each read of the feed. */
const feedPageSize = 500;
/** The number of queues for which the feed is read at a time. */
const feedReadersMax = 8;

export type EventBufferDependencies = {
  readonly state: ServerState;
  /** The log position up to which the state is folded. */
  readonly position: () => number;
  readonly read: <T>(body: (view: ReadView) => Promise<T>) => Promise<T>;
  readonly secrets: BotSecrets;
};

/** JSON texts of events, in order. If there are none, no event with an id up to `upTo` is for the queue. */
export type EventBatch = { readonly texts: readonly string[]; readonly upTo: number };
/** `lookedAt`: the number of stored events that were read for it. */
type FeedBatch = EventBatch & { readonly lookedAt: number };

export class EventBuffer {
  readonly #dependencies: EventBufferDependencies;
  readonly #newsAfter: number;
  readonly #limits: RingLimits;
  readonly #rings = new Map<RealmId, Ring>();
  readonly #feedReaders = new FairSemaphore(feedReadersMax);
  readonly #account: Account = { bytes: 0 };

  /** The rings contain events after the position `newsAfter`. */
  constructor(dependencies: EventBufferDependencies, newsAfter: number, limits = ringLimits) {
    this.#dependencies = dependencies;
    this.#newsAfter = newsAfter;
    this.#limits = limits;
  }

  /** The memory of all rings in bytes, as far as it can be estimated. */
  get bytes(): number {
    return this.#account.bytes;
  }

  /** Adds the client events of an organization's event, and returns their entries. */
  add(followed: Followed): RingEntry[] {
    const entries = push(this.#ringOf(followed.event.realmId), followed);
    this.#trim();
    return entries;
  }

  /** The events for the queue after `cursor`. Undefined if the ring does not reach back that far. */
  fromMemory(realmId: RealmId, queue: Queue, cursor: number): EventBatch | undefined {
    return this.#complete(new BatchBuilder(this.#dependencies, realmId, queue, cursor), realmId, cursor);
  }

  /**
   * The queue's events from the stored feed, and then the ring if that is reached in one turn. Rejects with `ReadStoreUnavailable` while
   * there is a gap between them, and as if the queue had ended if the feed is no longer complete after the cursor.
   */
  fromFeed(realmId: RealmId, queue: Queue, cursor: number): Promise<FeedBatch> {
    return this.#feedReaders.run(payerIn(realmId, queue.userId), () => this.#readFeed(realmId, queue, cursor));
  }

  /** How many of the organization's client events in memory came after `cursor`. */
  countAfter(realmId: RealmId, cursor: number): { readonly count: number; readonly isComplete: boolean } {
    const ring = this.#ringOf(realmId);
    return { count: ring.countAfter(cursor), isComplete: cursor >= ring.floor };
  }

  /** Ends when the events reach the ring, are enough for an answer, or `feedLookedAtPerPoll` were looked at. */
  async #readFeed(realmId: RealmId, queue: Queue, cursor: number): Promise<FeedBatch> {
    const batch = new BatchBuilder(this.#dependencies, realmId, queue, cursor);
    let from = cursor;
    let lookedAt = 0;
    // Each page is a view of its own, so that the views take no breaks between them.
    const breaks = new Breaks();
    for (;;) {
      // The floor is taken before the read, because the ring may drop more events while the feed is read.
      const { entries, to } = await this.#feedPage(realmId, queue, from, this.#ringOf(realmId).floor);
      lookedAt += entries.length;
      if (entries.some((entry) => batch.add(entry))) return { texts: batch.finished(), upTo: from, lookedAt };
      from = entries.length < feedPageSize ? to : (entries.at(-1)?.eventId ?? to);
      const complete = this.#complete(batch, realmId, from);
      if (complete) return { ...complete, lookedAt };
      if (lookedAt >= limits.feedLookedAtPerPoll) return { texts: batch.finished(), upTo: from, lookedAt };
      if (breaks.isDue) await breaks.take();
    }
  }

  /** Adds the events of the ring after `from` to the batch. Undefined if the ring begins later. */
  #complete(batch: BatchBuilder, realmId: RealmId, from: number): EventBatch | undefined {
    const ring = this.#ringOf(realmId);
    if (from < ring.floor) return undefined;
    ring.after(from, (entry) => batch.add(entry));
    ring.trim();
    this.#trim();
    return { texts: batch.finished(), upTo: Math.max(from, lastIdAt(this.#dependencies.position())) };
  }

  #feedPage(
    realmId: RealmId,
    { queueId }: Queue,
    after: number,
    floor: number,
  ): Promise<{ entries: RingEntry[]; to: number }> {
    return this.#dependencies.read(async (view) => {
      const to = Math.min(floor, lastIdAt(view.checkpoint.position));
      if (to <= after) throw new ReadStoreUnavailable('the feed is behind the events in memory');
      const gap = await view.get(feedGaps, feedGapId(realmId));
      // The client has to register again, because what it has not fetched yet was too old to be kept.
      if (gap && after < gap.gapTo) throw new Refused({ code: 'queue-missing', queueId });
      const range = { prefix: [realmId], from: after + 1, to, limit: feedPageSize };
      const documents = await view.scan(feedModel, 'byRealm', range);
      return { entries: documents.map((document) => entryOf(document, document.eventId)), to };
    });
  }

  #trim(): void {
    while (this.#account.bytes > this.#limits.bytesInAllMax && this.#dropOldest());
  }

  /** Drops the oldest entries of the largest ring. False if no ring can drop anything. */
  #dropOldest(): boolean {
    const [largest] = [...this.#rings.values()].sort((a, b) => b.bytes - a.bytes);
    return largest?.dropOldest() ?? false;
  }

  #ringOf(realmId: RealmId): Ring {
    const known = this.#rings.get(realmId);
    if (known) return known;
    const ring = new Ring(lastIdAt(this.#newsAfter), this.#limits, this.#account);
    this.#rings.set(realmId, ring);
    return ring;
  }
}

function push(ring: Ring, { event, realm, clientEvents }: Followed): RingEntry[] {
  if (realm?.queues.size === 0) {
    // A queue that is registered later begins after this event.
    ring.skipTo(lastIdAt(event.position));
    return [];
  }
  const erased = erasedBy(event);
  if (erased !== undefined) ring.erase(erased);
  if (changesNames(event)) ring.forgetTexts();
  const ids = eventIdsOf(event.position, clientEvents);
  const entries = clientEvents.map((clientEvent, at) => entryOf(clientEvent, ids[at] ?? 0));
  for (const entry of entries) ring.push(entry);
  return entries;
}
