/**
 * Turns the events from the follower into writes of the read models, in batches. All models and the feed share one checkpoint. If a model
 * cannot absorb an event, that model is left behind for that organization; all others continue.
 */
import type { StoredEvent } from '../../ports/event-log.ts';
import type { Checkpoint, Lease } from '../../ports/read-store.ts';
import type { Followed, FollowerPart } from '../follow/follower.ts';
import { PositionWaiters } from '../follow/position-waiters.ts';
import { noInstruments } from '../instruments.ts';
import { Wakes } from '../wakes.ts';
import { Backlog, batchedAt, batchMs } from './backlog.ts';
import { checkpointNews } from './checkpoint-news.ts';
import { Committing } from './committing.ts';
import { LagClock } from './lag-clock.ts';
import { Pause } from './pause.ts';
import type { ProjectorParts } from './projector-parts.ts';
import { Reads } from './reads.ts';
import { Replay } from './replay.ts';
import { type Retry, retrying } from './retry.ts';
import { SkippedEvents } from './skipped-events.ts';

export class Projector implements FollowerPart {
  readonly #parts: ProjectorParts;
  #checkpoint: Checkpoint;
  readonly #retry: Retry;
  readonly #backlog: Backlog;
  readonly #committing: Committing;
  /** The batch that is being absorbed. */
  #underWay: readonly Followed[] = [];
  #clock = new LagClock();
  #running: Promise<void> | undefined;
  #closed = false;
  readonly #batching = new Wakes();
  readonly #waiting = new PositionWaiters();
  readonly #skipped: SkippedEvents;
  /** The position of the newest event that the follower has passed on. */
  #followed: number;
  /** The position of the newest event that was put into the backlog. */
  #taken = 0;
  /** Incremented at each reset to an earlier position. Batches that began before the reset are dropped. */
  #epoch = 0;
  /** Passes on the events again after a reset; undefined otherwise. */
  #replay: Replay | undefined;
  /** Whether events were dropped from the backlog. A replay passes them on again, unless another process absorbs them. */
  #hasDropped = false;
  #isLive = false;
  readonly reads: Reads;
  #endNews: () => void = () => undefined;
  readonly #pause = new Pause();
  /** The wait for the lease, or for the end of a pause. */
  readonly #resting = new Wakes();

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#checkpoint = parts.checkpoint;
    this.#followed = parts.followed;
    this.reads = new Reads({
      store: parts.store,
      waiting: this.#waiting,
      position: () => this.position,
      upTo: () => this.#upTo,
      endBatching: () => this.#batching.all(),
    });
    this.reads.neverBelow(parts.checkpoint.position);
    this.#backlog = new Backlog(parts.outageBacklogMax, parts.batchMax);
    this.#retry = retrying(parts, () => {
      (parts.instruments ?? noInstruments).readStoreFailed();
      this.#backlog.extend();
    });
    this.#skipped = new SkippedEvents(parts.checkpoint.unknownTypes);
    this.#committing = new Committing({ ...parts, retry: this.#retry, unknownTypes: () => this.#skipped.types });
  }

  get position(): number {
    return this.#checkpoint.position;
  }

  get checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  /** How many events are folded but not absorbed, and for how many milliseconds the first of them has waited. */
  get lag(): { readonly events: number; readonly ms: number } {
    return { events: this.#pending, ms: this.#clock.behindMs(this.position, performance.now()) };
  }

  get #pending(): number {
    return this.#committing.events + this.#underWay.length + this.#backlog.length;
  }

  see(followed: Followed): void {
    this.#followed = followed.event.position;
    if (this.#takesFromFollower) this.#take(followed);
  }

  skip(stored: StoredEvent): void {
    this.#followed = stored.position;
    if (this.#takesFromFollower) this.#skip(stored);
  }

  /** Whether events are taken from the follower, and not from a replay. */
  get #takesFromFollower(): boolean {
    return this.#replay === undefined && !this.#hasDropped;
  }

  #take(followed: Followed): void {
    const { position } = followed.event;
    if (position <= this.position || position <= this.#taken) return;
    this.#taken = position;
    if (this.#running === undefined) this.#clock.observe(this.position, position, performance.now());
    this.#backlog.push(followed);
    if (this.#backlog.length >= batchedAt) this.#batching.all();
    this.#running ??= this.#run();
  }

  #skip(stored: StoredEvent): void {
    this.#skipped.add(stored);
    this.#waiting.reached(this.#upTo);
  }

  /** Nothing is left to absorb up to this position. It is beyond the checkpoint if this version skips the newest events. */
  get #upTo(): number {
    const isIdle = this.#pending === 0 && this.#takesFromFollower;
    return isIdle ? Math.max(this.position, this.#skipped.position) : this.position;
  }

  settle(): Promise<void> | undefined {
    if (!this.#takesFromFollower) return undefined;
    const mayDrop = this.#parts.servesMeanwhile && !(this.#isLive && this.#parts.keeper.lease);
    if (mayDrop) this.#backlog.extend();
    const full = this.#closed ? undefined : this.#backlog.full();
    if (!full || !mayDrop) return full;
    this.#hasDropped = true;
    this.#backlog.clear();
    this.#resting.all();
    return undefined;
  }

  /** The follower has reached the end of the log. Requests are served from now on, and never read anything older than this. */
  live(): void {
    this.#isLive = true;
    this.reads.neverBelow(this.#followed);
    if (this.#running === undefined) this.#replayDropped();
  }

  /** Absorbs the events that were dropped here. If another process has the lease, that process absorbs them. */
  #replayDropped(): void {
    if (this.#hasDropped && this.#isLive && !this.#closed && this.#parts.keeper.lease) this.#resetTo(this.#checkpoint);
  }

  /** Resolves when everything up to `position` is in the read models. */
  reached(position: number): Promise<void> {
    if (position <= this.#upTo) return Promise.resolve();
    this.#batching.all();
    return this.#waiting.wait(position);
  }

  /** Follows the checkpoints of another process while that process projects. */
  start(): void {
    this.#endNews = checkpointNews(this.#parts, (checkpoint) => {
      const isNews = checkpoint.position > this.position && this.#parts.keeper.lease === undefined;
      if (isNews) this.#absorbed(checkpoint);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#retry.end();
    const replayed = this.#replay?.stop();
    this.#endNews();
    this.#resting.all();
    this.#batching.all();
    await this.#running;
    await replayed;
  }

  async #run(): Promise<void> {
    // Runs after the follower has passed on the rest of its events, so that they make one batch.
    await Promise.resolve();
    while ((this.#backlog.length > 0 || this.#committing.ended) && !this.#closed) {
      // During a commit only a full batch is absorbed; a smaller one waits for more events.
      if (this.#committing.ended && (this.#pause.isWanted || !this.#backlog.hasBatch(this.#parts.projections))) {
        await this.#committing.ended;
        continue;
      }
      if (this.#parts.keeper.lease === undefined || this.#pause.isWanted) {
        this.#pause.rests();
        await this.#resting.next();
        continue;
      }
      await this.#waitForBatch();
      const { lease } = this.#parts.keeper;
      if (lease && !this.#pause.isWanted && !this.#closed && this.#backlog.length > 0) await this.#absorb(lease);
    }
    await this.#committing.ended;
    this.#backlog.makeRoom();
    this.#running = undefined;
    this.#pause.rests();
    this.#replayDropped();
  }

  /**
   * Pauses absorbing while `work` replaces the read models with others that contain at least as much. Then it continues from the checkpoint
   * in the store, even if `work` failed, because only its answer may have been lost. Only one call at a time is allowed.
   */
  exchange(work: () => Promise<void>): Promise<void> {
    const done = this.#pause.during(this.#running === undefined, () => this.#exchanged(work));
    this.#batching.all();
    return done.finally(() => this.#resting.all());
  }

  async #exchanged(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      const found = await this.#retry.on(() => this.#parts.store.checkpoint());
      if (found && found.position >= this.position) this.#absorbed(found);
    }
  }

  /** Resolves when it is time for the next batch. With a waiting reader that is at once. */
  #waitForBatch(): Promise<void> | undefined {
    if (this.#waiting.size > 0 || this.#backlog.length >= batchedAt || this.#closed) return undefined;
    return this.#batching.next(undefined, batchMs);
  }

  async #absorb(lease: Lease): Promise<void> {
    const epoch = this.#epoch;
    const events = this.#backlog.next(this.#parts.projections);
    this.#underWay = events;
    // After a reset to an earlier checkpoint, all events are passed on again.
    const isCurrent = (): boolean => epoch === this.#epoch;
    const putBack = (): void => this.#backlog.putBack(events.filter(({ event }) => event.position > this.position));
    const onEnd = (committed: Checkpoint | undefined): void => {
      if (!committed && !this.#closed) this.#parts.keeper.lost(lease);
      if (isCurrent() && committed) this.#absorbed(committed);
      else if (isCurrent()) putBack();
      this.#backlog.relieve();
    };
    const isTaken = await this.#committing.take({ events, lease, isCurrent, onEnd }, this.#checkpoint);
    this.#underWay = [];
    if (!isTaken && isCurrent()) putBack();
  }

  /** Prepares to project under a newly granted lease, from the checkpoint in the store. False: the lease is lost already. */
  async takeOver(lease: Lease): Promise<boolean> {
    const found = await this.#retry.on(() => this.#parts.usableCheckpoint(lease));
    if (!found) return false;
    if (found.position > this.position) this.#absorbed(found);
    if (found.position < this.position || this.#hasDropped) this.#resetTo(found);
    return true;
  }

  /** Ends the wait for the lease, which this process now holds. */
  wake(): void {
    this.#resting.all();
  }

  /** The read models are at an earlier position than this process knew. A replay passes on all later events again. */
  #resetTo(base: Checkpoint): void {
    this.#parts.logger.warn(
      { from: base.position },
      'the read models are built again from the log; other requests are served meanwhile',
    );
    void this.#replay?.stop();
    this.#hasDropped = false;
    this.#epoch += 1;
    this.#checkpoint = base;
    this.#backlog.clear();
    this.#taken = base.position;
    this.#skipped.position = 0;
    this.#clock = new LagClock();
    this.#clock.observe(base.position, this.#followed, performance.now());
    this.#replay = new Replay({
      log: this.#parts.log,
      logger: this.#parts.logger,
      after: base.position,
      newest: () => this.#followed,
      take: (followed) => this.#take(followed),
      skip: (stored) => this.#skip(stored),
      settle: () => (this.#closed ? undefined : this.#backlog.full()),
      onEnd: () => {
        this.#replay = undefined;
        this.#waiting.reached(this.#upTo);
      },
    });
    this.#replay.start();
  }

  #absorbed(next: Checkpoint): void {
    this.#checkpoint = next;
    this.reads.neverBelow(next.position);
    this.#backlog.forget(next.position);
    if (next.position >= this.#followed) this.#hasDropped = false;
    this.#clock.observe(next.position, this.#backlog.newest ?? next.position, performance.now());
    this.#waiting.reached(this.#upTo);
    this.#resting.all();
  }
}
