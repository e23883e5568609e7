/**
 * The projector: turns what the follower hands over into writes of the read models, a batch at a time, all models and the feed
 * under one checkpoint. An event that a model cannot absorb leaves that model behind for that realm; the rest goes on.
 */
import type { Projection } from '../define/projection.ts';
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import {
  type Checkpoint,
  type Lease,
  type ReadStore,
  ReadStoreUnavailable,
  type ReadView,
} from '../ports/read-store.ts';
import { absorb } from './absorb.ts';
import { Backlog } from './backlog.ts';
import type { Followed, FollowerPart } from './follower.ts';
import { Gathering } from './gathering.ts';
import { guarded } from './guarded-view.ts';
import { Insistence } from './insistence.ts';
import { type Instruments, noInstruments } from './instruments.ts';
import { LagClock } from './lag-clock.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { Logger } from './logger.ts';
import { PositionWaiters } from './position-waiters.ts';
import { Replay } from './replay.ts';

/**
 * What a batch costs is mostly pages, and a page is written once a batch however many of its entries change: so a batch gathers,
 * unless somebody waits for what is in it. In between, read models lag by this much, and no read ever sees it.
 */
const gatherMs = 200;
const gatheredAt = 256;
/** Where another process projects, it may be gathering. */
const soonMs = 2_000;

export type ProjectorParts = {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly projections: readonly Projection<object>[];
  readonly checkpoint: Checkpoint;
  /** From which position the follower goes on. */
  readonly shown: number;
  readonly keeper: LeaseKeeper;
  /** Where the read models stand now, made ready to go on from there. */
  readonly standing: (lease: Lease) => Promise<Checkpoint>;
  readonly logger: Logger;
  readonly instruments?: Instruments;
};

export class Projector implements FollowerPart {
  readonly #parts: ProjectorParts;
  readonly #store: ReadStore;
  readonly #logger: Logger;
  readonly #keeper: LeaseKeeper;
  #checkpoint: Checkpoint;
  readonly #insistence: Insistence;
  readonly #backlog = new Backlog();
  /** The batch that is being absorbed. */
  #underWay: readonly Followed[] = [];
  #clock = new LagClock();
  #running: Promise<void> | undefined;
  #closed = false;
  readonly #gathering = new Gathering();
  readonly #waiting = new PositionWaiters();
  readonly #unknown = new Set<string>();
  #skippedTo = 0;
  /** Of the events that the follower has shown, the newest. */
  #shown: number;
  /** Of those that were taken into the backlog, the newest. */
  #taken = 0;
  /** Rises with each going back: what was begun before is of no use after it. */
  #epoch = 0;
  /** What shows events while the follower that serves is too far ahead of the read models. */
  #replay: Replay | undefined;
  /** Nobody is answered from read models that stand before this: they stood here once. */
  #neverBelow: number;
  #endNews: () => void = () => undefined;
  /** Ends the wait for the right to project, or for the news that another has. */
  #wake: () => void = () => undefined;

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#checkpoint = parts.checkpoint;
    this.#shown = parts.shown;
    this.#neverBelow = parts.checkpoint.position;
    this.#keeper = parts.keeper;
    this.#logger = parts.logger;
    const { readStoreFailed } = parts.instruments ?? noInstruments;
    this.#insistence = new Insistence(parts.logger, () => {
      readStoreFailed();
      this.#backlog.extend();
    });
    for (const type of parts.checkpoint.unknownTypes) this.#unknown.add(type);
  }

  get position(): number {
    return this.#checkpoint.position;
  }

  /** Which read models there are, and for which organizations they were left behind. */
  get models(): Checkpoint['models'] {
    return this.#checkpoint.models;
  }

  /** How many events are folded but not absorbed, and for how long the first of them has been waiting. */
  get lag(): { readonly events: number; readonly ms: number } {
    return {
      events: this.#underWay.length + this.#backlog.length,
      ms: this.#clock.behindMs(this.position, performance.now()),
    };
  }

  see(followed: Followed): void {
    this.#shown = followed.event.position;
    if (this.#replay === undefined) this.#take(followed);
  }

  skip(stored: StoredEvent): void {
    this.#shown = stored.position;
    if (this.#replay === undefined) this.#skip(stored);
  }

  #take(followed: Followed): void {
    const { position } = followed.event;
    if (position <= this.position || position <= this.#taken) return;
    this.#taken = position;
    if (this.#running === undefined) this.#clock.look(this.position, position, performance.now());
    this.#backlog.push(followed);
    if (this.#backlog.length >= gatheredAt) this.#gathering.end();
    this.#running ??= this.#run();
  }

  #skip(stored: StoredEvent): void {
    this.#unknown.add(stored.type);
    this.#skippedTo = stored.position;
    this.#waiting.reached(this.#upTo);
  }

  /** Up to where nothing is left to absorb: what this version does not know, and skips, may be the newest there is. */
  get #upTo(): number {
    const isIdle = this.#backlog.length === 0 && this.#underWay.length === 0 && this.#replay === undefined;
    return isIdle ? Math.max(this.position, this.#skippedTo) : this.position;
  }

  settle(): Promise<void> | undefined {
    return this.#replay === undefined ? this.#full() : undefined;
  }

  #full(): Promise<void> | undefined {
    return this.#closed ? undefined : this.#backlog.full();
  }

  /** Resolves when everything up to `position` is in the read models. */
  reached(position: number): Promise<void> {
    if (position <= this.#upTo) return Promise.resolve();
    this.#gathering.end();
    return this.#waiting.wait(position);
  }

  /** Resolves when everything up to `position` is in the read models, or after a moment: what was told should be found, if it can. */
  async soon(position: number): Promise<void> {
    if (position <= this.#checkpoint.position) return;
    this.#gathering.end();
    await this.#waiting.waitAtMost(position, soonMs);
  }

  /**
   * One consistent moment of the read models that has absorbed everything up to `position`; throws ReadStoreUnavailable when that
   * takes longer than `waitMs`, rather than answer with less.
   */
  async read<T>(position: number, waitMs: number, body: (view: ReadView) => Promise<T>): Promise<T> {
    const wanted = Math.max(position, this.#neverBelow);
    if (wanted > this.#upTo) {
      this.#gathering.end();
      if (!(await this.#waiting.waitAtMost(wanted, waitMs)))
        throw new ReadStoreUnavailable('the read models are behind what was written');
    }
    const least = this.position;
    return this.#store.snapshot((view) => {
      if (view.checkpoint.position < least) throw new ReadStoreUnavailable('the read models are being built again');
      return body(guarded(view));
    });
  }

  /** Keeps to what the store says: another may be projecting. */
  start(): void {
    this.#endNews = this.#store.onCheckpoint((checkpoint) => {
      const isNews = checkpoint && checkpoint.position > this.position && this.#keeper.lease === undefined;
      if (isNews) this.#absorbed(checkpoint);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#insistence.end();
    const replayed = this.#replay?.stop();
    this.#endNews();
    this.#wake();
    this.#gathering.end();
    await this.#running;
    await replayed;
  }

  async #run(): Promise<void> {
    // One turn later, so that all events of one acknowledgement make one batch.
    await Promise.resolve();
    while (this.#backlog.length > 0 && !this.#closed) {
      if (this.#keeper.lease === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      await this.#gather();
      if (this.#closed || this.#backlog.length === 0) continue;
      this.#underWay = this.#backlog.next(this.#parts.projections);
      await this.#absorb(this.#underWay);
      this.#underWay = [];
      this.#waiting.reached(this.#upTo);
      this.#backlog.relieve();
    }
    this.#backlog.makeRoom();
    this.#running = undefined;
  }

  /** Resolves when it is time for the next batch. */
  #gather(): Promise<void> | undefined {
    if (this.#waiting.size > 0 || this.#backlog.length >= gatheredAt || this.#closed) return undefined;
    return this.#gathering.wait(gatherMs);
  }

  async #absorb(batch: readonly Followed[]): Promise<void> {
    const { keeper, projections } = this.#parts;
    const [lease, base, epoch] = [keeper.lease, this.#checkpoint, this.#epoch];
    const absorbed = await this.#insistence.on(() => absorb(this.#store, projections, batch, base, this.#logger));
    let next: Checkpoint | undefined;
    if (absorbed && lease) {
      const made: Checkpoint = { ...absorbed.checkpoint, unknownTypes: [...this.#unknown].sort() };
      // The same writes each time: whether a commit that failed was made after all makes no difference to them. And under the
      // lease with which they were begun: they know nothing of what was committed under another.
      next = await this.#insistence.on(() => this.#store.commit(absorbed.writes, made, lease).then(() => made));
      if (!next && !this.#closed) keeper.lost(lease);
    }
    // After going back all of it is shown again.
    if (epoch !== this.#epoch) return;
    if (next) this.#absorbed(next);
    else this.#backlog.putBack(batch.filter(({ event }) => event.position > this.position));
  }

  /** Made ready to project under a lease that was granted: from where the read models stand. False: the lease is lost already. */
  async takeOver(lease: Lease): Promise<boolean> {
    const standing = await this.#insistence.on(() => this.#parts.standing(lease));
    if (!standing) return false;
    if (standing.position > this.position) this.#absorbed(standing);
    if (standing.position < this.position) this.#goBack(standing);
    return true;
  }

  /** Goes on where projecting may have to wait for the right to. */
  wake(): void {
    this.#wake();
  }

  /** What was let go of as absorbed is not in the read models any more: the log is shown once more from there. */
  #goBack(base: Checkpoint): void {
    this.#logger.warn({ from: base.position }, 'the read models have lost what they had absorbed: building it again');
    void this.#replay?.stop();
    this.#epoch += 1;
    this.#checkpoint = base;
    this.#backlog.clear();
    this.#taken = base.position;
    this.#skippedTo = 0;
    this.#clock = new LagClock();
    this.#clock.look(base.position, this.#shown, performance.now());
    this.#replay = new Replay({
      log: this.#parts.log,
      logger: this.#logger,
      after: base.position,
      newest: () => this.#shown,
      take: (followed) => this.#take(followed),
      skip: (stored) => this.#skip(stored),
      settle: () => this.#full(),
      onEnd: () => {
        this.#replay = undefined;
        this.#waiting.reached(this.#upTo);
      },
    });
    this.#replay.start();
  }

  #absorbed(next: Checkpoint): void {
    this.#checkpoint = next;
    this.#neverBelow = Math.max(this.#neverBelow, next.position);
    this.#backlog.forget(next.position);
    this.#clock.look(next.position, this.#backlog.newest ?? next.position, performance.now());
    this.#waiting.reached(this.#upTo);
    this.#wake();
  }
}
