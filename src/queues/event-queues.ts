/**
 * Event queues and their long polls. A poll is answered at once if there are events for it. Otherwise it waits until the follower
 * brings an event that may be for it, or until its heartbeat is due. No loop looks for new events.
 */
import type { Reply } from '../define/endpoint.ts';
import { handlerOf, type On } from '../define/handlers.ts';
import type { Followed, FollowerPart } from '../engine/follow/follower.ts';
import { lastIdAt } from '../feed/event-ids.ts';
import { isActive } from '../state/directory.ts';
import type { Queue } from '../state/queues.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { Millis, QueueId, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { type EventBatch, EventBuffer } from './event-buffer.ts';
import type { QueueDependencies } from './queue-dependencies.ts';
import { type IdleQueue, type Poll, pollAnswer, type QueueService } from './service.ts';
import type { ShownQueue } from './shown-queues.ts';
import { type PollState, type WaitingPoll, WaitingPolls } from './waiting-polls.ts';

type QueuePlace = { readonly realmId: RealmId; readonly queueId: QueueId };

export class EventQueues implements QueueService, FollowerPart {
  readonly #dependencies: QueueDependencies;
  readonly #buffer: EventBuffer;
  readonly #waiting: WaitingPolls;
  readonly #polls = new Map<QueueId, PollState>();
  /** When this process saw in the log that a queue was registered or polled. */
  readonly #recordedAt = new Map<QueueId, Millis>();
  readonly #startedAt: Millis;
  readonly #newsAfter: number;
  #isClosed = false;

  /** Events up to the position `newsAfter` are history: they are in the stored feed, and wake no polls. */
  constructor(dependencies: QueueDependencies, newsAfter: number) {
    this.#dependencies = dependencies;
    this.#newsAfter = newsAfter;
    this.#waiting = new WaitingPolls(dependencies.heartbeatMs, (poll) => this.#check(poll));
    this.#startedAt = dependencies.now();
    this.#buffer = new EventBuffer(dependencies, newsAfter, dependencies.ring);
  }

  see(followed: Followed): void {
    const { event, realm } = followed;
    if (!realm || event.position <= this.#newsAfter) return;
    for (const entry of this.#buffer.add(followed)) this.#waiting.wake(realm, entry);
    handlerOf(this.#on, event)?.(event);
  }

  readonly #on: On<[], void> = {
    EventQueueRegistered: ({ data }) => void this.#recordedAt.set(data.queueId, this.#dependencies.now()),
    EventQueueTouched: ({ data }) => void this.#recordedAt.set(data.queueId, this.#dependencies.now()),
    EventQueueDeleted: ({ data }) => this.#endQueue(data.queueId),
    EventQueueExpired: ({ data }) => this.#endQueue(data.queueId),
    RealmDeactivated: ({ realmId }) => {
      for (const poll of this.#waiting.all()) if (poll.realmId === realmId) this.#endQueue(poll.queueId);
    },
    UserDeactivated: ({ realmId, data }) => this.#endWaitsOf(realmId, data.userId),
    ApiKeyRotated: ({ realmId, data }) => this.#endWaitsOf(realmId, data.userId),
  };

  async poll(request: Poll, reply: Reply): Promise<void> {
    // Another process may have registered the queue.
    if (!this.#find(request)) await this.#dependencies.catchUp();
    const queue = this.#existing(request);
    if (queue.userId !== request.userId) throw new Refused({ code: 'queue-foreign-poll' });
    // An acknowledged deletion may not be folded yet, and no poll may be answered with the deleted content.
    if (this.#dependencies.position() < this.#dependencies.acknowledged()) await this.#dependencies.catchUp();
    const cursor = this.#cursorOf(queue, request);
    if (this.#isBeyondEnd(cursor)) {
      await this.#dependencies.catchUp();
      if (this.#isBeyondEnd(cursor)) throw new Refused({ code: 'event-beyond-end', eventId: cursor });
    }
    this.#begin(request, cursor, reply);
  }

  /** Queues that nobody has polled during their lifespan. Time during which the server was down does not count. */
  idle(): IdleQueue[] {
    const idle: IdleQueue[] = [];
    for (const realm of this.#dependencies.state.realms.values())
      for (const queue of realm.queues.values()) {
        if (this.#idleSince(queue, queue.options.lifespanSecs) !== undefined) idle.push(idleQueue(realm, queue));
      }
    return idle;
  }

  oldestIdle(realmId: RealmId, userId: UserId): IdleQueue | undefined {
    const realm = this.#dependencies.state.realms.get(realmId);
    let oldest: { readonly queue: Queue; readonly idleSince: Millis } | undefined;
    for (const queue of realm?.queues.values() ?? []) {
      if (queue.userId !== userId) continue;
      const idleSince = this.#idleSince(queue, limits.queueInUseSecs);
      if (idleSince !== undefined && (!oldest || idleSince < oldest.idleSince)) oldest = { queue, idleSince };
    }
    return realm && oldest && idleQueue(realm, oldest.queue);
  }

  /** When the queue was last polled. Undefined if that was less than `secs` seconds ago, or if a poll waits. */
  #idleSince(queue: Queue, secs: number): Millis | undefined {
    if (this.#waiting.ofQueue(queue.queueId)) return undefined;
    const lastPolledAt = this.#lastPolledAt(queue);
    return this.#dependencies.now() - lastPolledAt < secs * 1000 ? undefined : lastPolledAt;
  }

  /** The memory of the buffer in bytes. It does not depend on the number of queues. */
  get bytes(): number {
    return this.#buffer.bytes;
  }

  counts(): { queues: number; waiting: number } {
    let queues = 0;
    for (const realm of this.#dependencies.state.realms.values()) queues += realm.queues.size;
    return { queues, waiting: this.#waiting.size };
  }

  /** How far the client of a queue is. */
  describe(realmId: RealmId, queue: Queue): ShownQueue {
    const { queueId, userId, start } = queue;
    const acknowledged = this.#polls.get(queueId)?.acknowledged ?? lastIdAt(start);
    const { count: backlog, isComplete } = this.#buffer.countAfter(realmId, acknowledged);
    const isWaiting = this.#waiting.ofQueue(queueId) !== undefined;
    return { userId, isWaiting, lastPolledAt: this.#lastPolledAt(queue), backlog, isComplete };
  }

  close(): void {
    this.#isClosed = true;
    for (const poll of this.#waiting.all()) this.#answer(poll, []);
  }

  #begin(request: Poll, cursor: number, reply: Reply): void {
    const queue = this.#existing(request);
    const { options, queueId, userId } = queue;
    const { realmId } = request;
    const state = this.#recordPoll(queue, realmId, cursor);
    const older = this.#waiting.ofQueue(queueId);
    if (older) this.#answer(older, []);
    const poll: WaitingPoll = {
      realmId,
      userId,
      queueId,
      wantsPublic: options.allPublicStreams || options.narrow.length > 0,
      state,
      reply,
      charge: request.charge,
      dontBlock: request.dontBlock,
      cursor,
      checkedTo: state.emptyAfter <= cursor ? Math.max(state.emptyTo, cursor) : cursor,
      isReading: false,
      isHeartbeatDue: false,
    };
    state.newest = request.dontBlock ? undefined : poll;
    if (!poll.dontBlock && this.#waiting.isPausing && this.#mayGoOn(poll)) {
      this.#wait(poll);
      this.#waiting.checkLater(poll);
    } else this.#check(poll);
  }

  #wait(poll: WaitingPoll): void {
    this.#waiting.add(poll);
    poll.reply.whenGone(() => this.#endWait(poll));
  }

  /** Answers the poll if there are events for it. Otherwise the poll waits, or continues to wait. */
  #check(poll: WaitingPoll): void {
    const queue = this.#find(poll);
    if (!queue) {
      this.#fail(poll, missing(poll.queueId));
      return;
    }
    const batch = this.#buffer.fromMemory(poll.realmId, queue, poll.checkedTo);
    if (batch) this.#handle(poll, batch);
    else void this.#checkFeed(poll, queue);
  }

  async #checkFeed(poll: WaitingPoll, queue: Queue): Promise<void> {
    poll.isReading = true;
    try {
      const batch = await this.#buffer.fromFeed(poll.realmId, queue, poll.checkedTo);
      poll.isReading = false;
      poll.charge(Math.floor(batch.lookedAt / limits.feedLookedAtPerPoll));
      this.#handle(poll, batch);
    } catch (error) {
      this.#fail(poll, error);
    }
  }

  #handle(poll: WaitingPoll, { texts, upTo }: EventBatch): void {
    if (texts.length > 0) {
      this.#answer(poll, texts);
      return;
    }
    poll.state.emptyAfter = poll.cursor;
    poll.state.emptyTo = upTo;
    poll.checkedTo = upTo;
    const mayGoOn = this.#mayGoOn(poll);
    if (poll.isHeartbeatDue) this.#answer(poll, [`{"type":"heartbeat","id":${Math.max(upTo, poll.cursor)}}`]);
    // A turn of reading the feed has ended, or events have arrived meanwhile without waking the poll.
    else if (mayGoOn && upTo < lastIdAt(this.#dependencies.position())) this.#check(poll);
    else if (poll.dontBlock || !mayGoOn) this.#answer(poll, []);
    else if (!this.#waiting.has(poll)) this.#wait(poll);
  }

  #answer(poll: WaitingPoll, events: readonly string[]): void {
    this.#endWait(poll);
    poll.reply.answer(pollAnswer(poll.queueId, events));
  }

  #fail(poll: WaitingPoll, error: unknown): void {
    this.#endWait(poll);
    poll.reply.fail(error);
  }

  #endWait(poll: WaitingPoll): void {
    if (this.#waiting.remove(poll)) poll.state.lastPolledAt = this.#dependencies.now();
    if (poll.state.newest === poll) poll.state.newest = undefined;
  }

  #endWaitsOf(realmId: RealmId, userId: UserId): void {
    for (const poll of this.#waiting.ofUser(realmId, userId)) this.#answer(poll, []);
  }

  #endQueue(queueId: QueueId): void {
    const state = this.#polls.get(queueId);
    if (state) state.newest = undefined;
    this.#polls.delete(queueId);
    this.#recordedAt.delete(queueId);
    const poll = this.#waiting.ofQueue(queueId);
    if (poll) this.#fail(poll, missing(queueId));
  }

  /** Checks the user again, because the poll did not wait while the feed was read, so that a deactivation could not end it. */
  #mayGoOn(poll: WaitingPoll): boolean {
    const realm = this.#dependencies.state.realms.get(poll.realmId);
    const isUserActive = realm !== undefined && isActive(realm.directory, poll.userId);
    const isNewest = poll.dontBlock || poll.state.newest === poll;
    return isNewest && isUserActive && !this.#isClosed && !poll.reply.gone;
  }

  #find({ realmId, queueId }: QueuePlace): Queue | undefined {
    return this.#dependencies.state.realms.get(realmId)?.queues.get(queueId);
  }

  #existing(place: QueuePlace): Queue {
    const queue = this.#find(place);
    if (!queue) throw missing(place.queueId);
    return queue;
  }

  /** The id after which the poll requests events. */
  #cursorOf({ queueId, start }: Queue, { lastEventId }: Poll): number {
    const first = lastIdAt(start);
    return Math.max(first, lastEventId ?? this.#polls.get(queueId)?.acknowledged ?? first);
  }

  #isBeyondEnd(cursor: number): boolean {
    return cursor > lastIdAt(this.#dependencies.position());
  }

  #recordPoll(queue: Queue, realmId: RealmId, cursor: number): PollState {
    const { queueId, options } = queue;
    const now = this.#dependencies.now();
    let state = this.#polls.get(queueId);
    if (!state) {
      state = { lastPolledAt: now, acknowledged: cursor, newest: undefined, emptyAfter: 0, emptyTo: 0 };
      this.#polls.set(queueId, state);
    }
    state.lastPolledAt = now;
    state.acknowledged = Math.max(state.acknowledged, cursor);
    // Recording a poll twice in a lifespan is enough to keep the queue from expiring.
    const realm = this.#dependencies.state.realms.get(realmId);
    if (realm && now - this.#recordedPollAt(queue) > options.lifespanSecs * 500)
      this.#dependencies.touch(idleQueue(realm, queue));
    return state;
  }

  /**
   * The time of the newest poll in the log, on this process's clock. Times that were recorded before this process started are from other
   * clocks.
   */
  #recordedPollAt({ queueId, touchedAt }: Queue): Millis {
    return this.#recordedAt.get(queueId) ?? Math.min(touchedAt, this.#startedAt);
  }

  /** When the queue was last polled. The log contains polls at other processes. */
  #lastPolledAt(queue: Queue): Millis {
    const polledAt = this.#polls.get(queue.queueId)?.lastPolledAt ?? 0;
    return Math.max(polledAt, this.#recordedPollAt(queue), this.#startedAt);
  }
}

const idleQueue = ({ realmId, revisions }: RealmState, { queueId }: Queue): IdleQueue => ({
  realmId,
  queueId,
  revision: revisions.get(logStream.queue(realmId, queueId)) ?? 0,
});

const missing = (queueId: QueueId): Refused => new Refused({ code: 'queue-missing', queueId });
