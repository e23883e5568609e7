/**
 * The projector: turns the events that the follower hands over into writes of the read models, a batch at a time, all models and the
 * feed under one checkpoint. Where a model cannot absorb an event, that model stays behind for that organization; all else goes on.
 */
import type { StoredEvent } from '../../ports/event-log.ts';
import type { Checkpoint, Lease } from '../../ports/read-store.ts';
import type { Followed, FollowerPart } from '../follow/follower.ts';
import { PositionWaiters } from '../follow/position-waiters.ts';
import { noInstruments } from '../instruments.ts';
import { Backlog } from './backlog.ts';
import { Batching, batchedAt } from './batching.ts';
import { checkpointNews } from './checkpoint-news.ts';
import { Committing } from './committing.ts';
import { LagClock } from './lag-clock.ts';
import { Pause } from './pause.ts';
import type { ProjectorParts } from './projector-parts.ts';
import { Reads } from './reads.ts';
import { Replay } from './replay.ts';
import { Retry } from './retry.ts';
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
  readonly #batching = new Batching();
  readonly #waiting = new PositionWaiters();
  readonly #skipped: SkippedEvents;
  /** The position of the newest event that the follower has handed over. */
  #shown: number;
  /** The same, of those taken into the backlog. */
  #taken = 0;
  /** Incremented at each reset to an earlier position. Batches begun before it are dropped. */
  #epoch = 0;
  /** Hands over events while the follower is too far ahead of the read models. */
  #replay: Replay | undefined;
  /** Events were dropped from the backlog. A replay hands them over again, unless another process absorbs them. */
  #missed = false;
  #isLive = false;
  readonly reads: Reads;
  #endNews: () => void = () => undefined;
  readonly #pause = new Pause();
  #wake: () => void = () => undefined;

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#checkpoint = parts.checkpoint;
    this.#shown = parts.shown;
    this.reads = new Reads({
      store: parts.store,
      waiting: this.#waiting,
      position: () => this.position,
      upTo: () => this.#upTo,
      hurry: () => this.#batching.end(),
    });
    this.reads.neverBelow(parts.checkpoint.position);
    this.#backlog = new Backlog(parts.outageBacklogMax);
    this.#retry = new Retry(parts, () => {
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

  /** How many events are folded and not absorbed, and for how many milliseconds the first of them has waited. */
  get lag(): { readonly events: number; readonly ms: number } {
    return { events: this.#pending, ms: this.#clock.behindMs(this.position, performance.now()) };
  }

  get #pending(): number {
    return this.#committing.events + this.#underWay.length + this.#backlog.length;
  }

  see(followed: Followed): void {
    this.#shown = followed.event.position;
    if (this.#isShowing) this.#take(followed);
  }

  skip(stored: StoredEvent): void {
    this.#shown = stored.position;
    if (this.#isShowing) this.#skip(stored);
  }

  /** Events come from the follower, not from a replay. */
  get #isShowing(): boolean {
    return this.#replay === undefined && !this.#missed;
  }

  #take(followed: Followed): void {
    const { position } = followed.event;
    if (position <= this.position || position <= this.#taken) return;
    this.#taken = position;
    if (this.#running === undefined) this.#clock.look(this.position, position, performance.now());
    this.#backlog.push(followed);
    if (this.#backlog.length >= batchedAt) this.#batching.end();
    this.#running ??= this.#run();
  }

  #skip(stored: StoredEvent): void {
    this.#skipped.add(stored);
    this.#waiting.reached(this.#upTo);
  }

  /** Up to here nothing is left to absorb. The newest events may be of types that this version skips. */
  get #upTo(): number {
    const isIdle = this.#pending === 0 && this.#isShowing;
    return isIdle ? Math.max(this.position, this.#skipped.position) : this.position;
  }

  settle(): Promise<void> | undefined {
    if (!this.#isShowing) return undefined;
    const mayLetGo = this.#parts.servesMeanwhile && !(this.#isLive && this.#parts.keeper.lease);
    if (mayLetGo) this.#backlog.extend();
    const full = this.#closed ? undefined : this.#backlog.full();
    if (!full || !mayLetGo) return full;
    this.#missed = true;
    this.#backlog.clear();
    this.#wake();
    return undefined;
  }

  /** The follower has reached the end of the log. Requests are served from here on, and read nothing that is older than this. */
  live(): void {
    this.#isLive = true;
    this.reads.neverBelow(this.#shown);
    if (this.#running === undefined) this.#makeUp();
  }

  /** Where another process has the lease, it absorbs the events that were dropped here. */
  #makeUp(): void {
    if (this.#missed && this.#isLive && !this.#closed && this.#parts.keeper.lease) this.#resetTo(this.#checkpoint);
  }

  /** Resolves when everything up to `position` is in the read models. */
  reached(position: number): Promise<void> {
    if (position <= this.#upTo) return Promise.resolve();
    this.#batching.end();
    return this.#waiting.wait(position);
  }

  /** Follows the checkpoint that another process commits, where another projects. */
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
    this.#wake();
    this.#batching.end();
    await this.#running;
    await replayed;
  }

  async #run(): Promise<void> {
    // After the follower has handed over the rest of its events, so that they make one batch.
    await Promise.resolve();
    while ((this.#backlog.length > 0 || this.#committing.ended) && !this.#closed) {
      // While a batch is committed only a full one is absorbed: a smaller one waits for more events.
      if (this.#committing.ended && (this.#pause.isWanted || !this.#backlog.hasBatch(this.#parts.projections))) {
        await this.#committing.ended;
        continue;
      }
      if (this.#parts.keeper.lease === undefined || this.#pause.isWanted) {
        this.#pause.rests();
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
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
    this.#makeUp();
  }

  /**
   * Absorbs nothing while `work` puts other read models in the place of these, which must hold what these hold. Goes on from the
   * checkpoint that the store has then, also where `work` failed: its answer may have been lost. One call at a time.
   */
  exchange(work: () => Promise<void>): Promise<void> {
    const done = this.#pause.during(this.#running === undefined, () => this.#exchanged(work));
    this.#batching.end();
    return done.finally(() => this.#wake());
  }

  async #exchanged(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      const found = await this.#retry.on(() => this.#parts.store.checkpoint());
      if (found && found.position >= this.position) this.#absorbed(found);
    }
  }

  /** Resolves when it is time for the next batch: at once where a reader waits. */
  #waitForBatch(): Promise<void> | undefined {
    if (this.#waiting.size > 0 || this.#backlog.length >= batchedAt || this.#closed) return undefined;
    return this.#batching.wait();
  }

  async #absorb(lease: Lease): Promise<void> {
    const epoch = this.#epoch;
    const events = this.#backlog.next(this.#parts.projections);
    this.#underWay = events;
    // After a reset to an earlier checkpoint, all events are handed over again.
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

  /** Prepares to project under a lease that was granted, from the checkpoint in the store. False: the lease is lost already. */
  async takeOver(lease: Lease): Promise<boolean> {
    const found = await this.#retry.on(() => this.#parts.usableCheckpoint(lease));
    if (!found) return false;
    if (found.position > this.position) this.#absorbed(found);
    if (found.position < this.position || this.#missed) this.#resetTo(found);
    return true;
  }

  /** Ends the wait for the lease: this process has it now. */
  wake(): void {
    this.#wake();
  }

  /** The read models are at an earlier position than this process knew. Events after it are handed over again, by a replay. */
  #resetTo(base: Checkpoint): void {
    this.#parts.logger.warn(
      { from: base.position },
      'the read models are built again from the log, while others are served',
    );
    void this.#replay?.stop();
    this.#missed = false;
    this.#epoch += 1;
    this.#checkpoint = base;
    this.#backlog.clear();
    this.#taken = base.position;
    this.#skipped.position = 0;
    this.#clock = new LagClock();
    this.#clock.look(base.position, this.#shown, performance.now());
    this.#replay = new Replay({
      log: this.#parts.log,
      logger: this.#parts.logger,
      after: base.position,
      newest: () => this.#shown,
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
    if (next.position >= this.#shown) this.#missed = false;
    this.#clock.look(next.position, this.#backlog.newest ?? next.position, performance.now());
    this.#waiting.reached(this.#upTo);
    this.#wake();
  }
}
