/**
 * Event queues: who polls what, woken by the log's own acknowledgements. No loop looks for news; a poll with nothing to say waits
 * until the follower brings something for its user, or until it is time for a heartbeat.
 */
import type { Reply } from '../define/endpoint.ts';
import type { Followed, FollowerPart } from '../engine/follow/follower.ts';
import { lastIdAt } from '../feed/event-ids.ts';
import type { ReadView } from '../ports/read-store.ts';
import { isActive } from '../state/directory.ts';
import type { Queue } from '../state/queues.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { Millis, QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import type { BotKeys } from '../wire/bot.ts';
import { AnswerCache } from './answer-cache.ts';
import { type EventBatch, EventBuffer } from './event-buffer.ts';
import type { PollState } from './poll-state.ts';
import type { RingLimits } from './ring.ts';
import { EventIdBeyondEnd, type Poll, pollAnswer, type QueueService } from './service.ts';
import { WaitingPoll, WaitingPolls } from './waiting-polls.ts';

export type QueueDependencies = {
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

export class EventQueues implements QueueService, FollowerPart {
  readonly #dependencies: QueueDependencies;
  readonly #stock: EventBuffer;
  readonly #waiters: WaitingPolls;
  readonly #endings = new AnswerCache();
  readonly #seen = new Map<QueueId, PollState>();
  readonly #startedAt: Millis;
  readonly #newsAfter: number;
  readonly #keys = new Map<RealmId, BotKeys>();
  #polls = 0;
  #closed = false;

  constructor(dependencies: QueueDependencies, newsAfter: number) {
    this.#dependencies = dependencies;
    this.#newsAfter = newsAfter;
    const look = (waiter: WaitingPoll): void => void this.#look(waiter);
    this.#waiters = new WaitingPolls(dependencies.heartbeatMs, look);
    this.#startedAt = dependencies.now();
    this.#stock = new EventBuffer(
      { ...dependencies, keysOf: (realmId) => this.#keysOf(realmId) },
      newsAfter,
      dependencies.ring,
    );
  }

  #keysOf(realmId: RealmId): BotKeys {
    const made = this.#keys.get(realmId);
    if (made) return made;
    const { secrets } = this.#dependencies;
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
    this.#endings.forget();
    for (const entry of this.#stock.add(followed)) this.#waiters.wake(realm, entry);
    switch (event.type) {
      case 'EventQueueDeleted':
      case 'EventQueueExpired':
        this.#forget(event.data.queueId);
        this.#end(event.data.queueId, (waiter) => waiter.reply.fail(missing(waiter.queueId)));
        break;
      case 'UserDeactivated':
      case 'ApiKeyRotated':
        for (const waiter of this.#waiters.ofUser(event.realmId, event.data.userId)) this.#tell(waiter, []);
        break;
    }
  }

  poll(poll: Poll, reply: Reply): Promise<void> | undefined {
    if (this.#find(poll)) return this.#ask(poll, reply);
    return this.#dependencies.catchUp().then(() => this.#ask(poll, reply));
  }

  #ask(poll: Poll, reply: Reply): Promise<void> | undefined {
    const { start, userId, queueId } = this.#standing(poll);
    if (userId !== poll.userId) throw new Refused({ code: 'queue-foreign-poll' });
    const first = lastIdAt(start);
    const acknowledged = this.#seen.get(queueId)?.acknowledged ?? first;
    const cursor = Math.max(first, poll.lastEventId ?? acknowledged);
    if (!this.#isBeyondEnd(cursor)) return this.#attend(poll, cursor, acknowledged, reply);
    return this.#dependencies.catchUp().then(() => {
      if (this.#isBeyondEnd(cursor)) throw new EventIdBeyondEnd();
      return this.#attend(poll, cursor, acknowledged, reply);
    });
  }

  #attend(poll: Poll, cursor: number, acknowledged: number, reply: Reply): Promise<void> | undefined {
    const queue = this.#standing(poll);
    const seen = this.#polled(queue, poll.realmId, Math.max(cursor, acknowledged));
    this.#end(queue.queueId, (waiter) => this.#tell(waiter, []));
    const { options, queueId, userId } = queue;
    const waiter = new WaitingPoll(
      {
        realmId: poll.realmId,
        userId,
        queueId,
        wantsPublic: options.allPublicStreams || options.narrow.length > 0,
        number: poll.dontBlock ? never : seen.poll,
        seen,
        cursor,
        from: seen.nothingAfter <= cursor ? Math.max(seen.nothingTo, cursor) : cursor,
      },
      reply,
    );
    return this.#look(waiter);
  }

  /** Queues that nobody has polled for as long as they may live. Downtime of the server does not count. */
  idle(): IdleQueue[] {
    const now = this.#dependencies.now();
    const gone: IdleQueue[] = [];
    for (const [realmId, realm] of this.#dependencies.state.realms)
      for (const queue of realm.queues.values())
        if (!this.#waiters.has(queue.queueId) && now - this.#lastSeen(queue) >= queue.options.lifespanSecs * 1000)
          gone.push({ realmId, queueId: queue.queueId, idleSince: this.#lastSeen(queue) });
    return gone;
  }

  /** How many characters are held of what there is to tell, however many queues there are. */
  get characters(): number {
    return this.#stock.characters;
  }

  counts(): { queues: number; waiting: number } {
    let queues = 0;
    for (const realm of this.#dependencies.state.realms.values()) queues += realm.queues.size;
    return { queues, waiting: this.#waiters.size };
  }

  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiters.all()) this.#tell(waiter, []);
  }

  /** Replies where there is something to say; else the poll waits, or waits on. */
  #look(waiter: WaitingPoll): Promise<void> | undefined {
    waiter.looking = true;
    const gathered = this.#gather(waiter);
    if (!(gathered instanceof Promise)) return gathered && this.#found(waiter, gathered);
    return gathered.then(
      (found) => this.#found(waiter, found),
      (error: unknown) => this.#fail(waiter, error),
    );
  }

  #gather(waiter: WaitingPoll): EventBatch | Promise<EventBatch> | undefined {
    const queue = this.#find(waiter);
    if (queue) return this.#stock.gather(waiter.realmId, queue, waiter.from);
    this.#fail(waiter, missing(waiter.queueId));
    return undefined;
  }

  #found(waiter: WaitingPoll, { texts, upTo }: EventBatch): Promise<void> | undefined {
    waiter.looking = false;
    if (texts.length > 0) return this.#tell(waiter, texts);
    waiter.seen.nothingAfter = waiter.cursor;
    waiter.seen.nothingTo = upTo;
    waiter.from = upTo;
    if (waiter.late) return this.#tell(waiter, [`{"type":"heartbeat","id":${Math.max(upTo, waiter.cursor)}}`]);
    if (!this.#mayWait(waiter)) return this.#tell(waiter, []);
    // What was folded since that look would wake nobody: the wait begins in a turn in which there is nothing unseen.
    if (upTo < lastIdAt(this.#dependencies.position())) return this.#look(waiter);
    if (waiter.waiting) return undefined;
    this.#waiters.add(waiter);
    waiter.reply.whenGone(() => this.#leave(waiter));
    return undefined;
  }

  #tell(waiter: WaitingPoll, events: readonly string[]): undefined {
    this.#leave(waiter);
    waiter.reply.answer(pollAnswer(waiter.queueId, this.#endings.of(events)));
  }

  #fail(waiter: WaitingPoll, error: unknown): void {
    this.#leave(waiter);
    waiter.reply.fail(error);
  }

  /** The wait is over, where there was one. */
  #leave(waiter: WaitingPoll): void {
    if (this.#waiters.remove(waiter)) waiter.seen.at = this.#dependencies.now();
  }

  #forget(queueId: QueueId): void {
    const seen = this.#seen.get(queueId);
    if (seen) seen.poll = ended;
    this.#seen.delete(queueId);
  }

  /** Whoever waits for the queue is told why they do not any more. */
  #end(queueId: QueueId, tell: (waiter: WaitingPoll) => void): void {
    const waiter = this.#waiters.of(queueId);
    if (!waiter) return;
    this.#leave(waiter);
    tell(waiter);
  }

  /** Whoever was deactivated while their poll was busy would not be told so by waking. */
  #mayWait({ realmId, userId, number, seen, reply }: WaitingPoll): boolean {
    const realm = this.#dependencies.state.realms.get(realmId);
    const isNewest = seen.poll === number;
    const isKnown = realm !== undefined && isActive(realm.directory, userId);
    return isNewest && isKnown && !this.#closed && !reply.gone;
  }

  #find = ({ realmId, queueId }: Place): Queue | undefined =>
    this.#dependencies.state.realms.get(realmId)?.queues.get(queueId);

  /** The queue as it is now; it may have ended while its poll was busy. */
  #standing(place: Place): Queue {
    const queue = this.#find(place);
    if (!queue) throw missing(place.queueId);
    return queue;
  }

  #isBeyondEnd(cursor: number): boolean {
    return cursor > lastIdAt(this.#dependencies.position());
  }

  #polled({ queueId, touchedAt, options }: Queue, realmId: RealmId, acknowledged: number): PollState {
    const at = this.#dependencies.now();
    let seen = this.#seen.get(queueId);
    if (!seen) {
      seen = { at, acknowledged, poll: ended, nothingAfter: 0, nothingTo: 0 };
      this.#seen.set(queueId, seen);
    }
    seen.at = at;
    seen.acknowledged = acknowledged;
    this.#polls += 1;
    seen.poll = this.#polls;
    if (at - touchedAt > options.lifespanSecs * 500) this.#dependencies.touch(realmId, queueId);
    return seen;
  }

  /** The log knows of polls elsewhere, and of those before the server last started. */
  #lastSeen(queue: Queue): Millis {
    return Math.max(this.#seen.get(queue.queueId)?.at ?? 0, queue.touchedAt, this.#startedAt);
  }
}

type Place = { readonly realmId: RealmId; readonly queueId: QueueId };

/** The number of polls that are answered at once, whatever there is. */
const never = -1;
/** Of the newest poll of a queue that is no more. */
const ended = 0;

const missing = (queueId: QueueId): Refused => new Refused({ code: 'queue-missing', queueId });
