/**
 * The projector: turns what the follower hands over into writes of the read models, a batch at a time, all models and the feed
 * under one checkpoint. An event that a model cannot absorb leaves that model behind for that realm; the rest goes on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Projection } from '../define/projection.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import {
  type Checkpoint,
  LeaseLost,
  type ReadStore,
  ReadStoreUnavailable,
  type ReadView,
} from '../ports/read-store.ts';
import { absorb, endsBatch } from './absorb.ts';
import type { Followed, FollowerPart } from './follower.ts';
import { guarded } from './guarded-view.ts';
import { type Instruments, noInstruments } from './instruments.ts';
import { LagClock } from './lag-clock.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { Logger } from './logger.ts';
import { PositionWaiters } from './position-waiters.ts';

const batchMax = 500;
/**
 * What a batch costs is mostly pages, and a page is written once a batch however many of its entries change: so a batch gathers,
 * unless somebody waits for what is in it. In between, read models lag by this much, and no read ever sees it.
 */
const gatherMs = 200;
const gatheredAt = 256;
/** Beyond this the follower waits: memory stays bounded while a whole log is rebuilt. */
const backlogMax = 4 * batchMax;
/** From when the store fails until the projector has caught up, the follower goes on, so that event queues do, up to this much. */
const outageBacklogMax = 50_000;
const retryMs = 500;
/** Where another process projects, it may be gathering. */
const soonMs = 500;

export class Projector implements FollowerPart {
  readonly #store: ReadStore;
  readonly #projections: readonly Projection<object>[];
  readonly #logger: Logger;
  readonly #keeper: LeaseKeeper;
  #checkpoint: Checkpoint;
  readonly #instruments: Instruments;
  #backlog: Followed[] = [];
  /** The batch that is being absorbed. */
  #underWay: readonly Followed[] = [];
  /** Whether the store has failed and not answered since. */
  #failing = false;
  #backlogMax = backlogMax;
  readonly #clock = new LagClock();
  #running: Promise<void> | undefined;
  #closed = false;
  #gathering: { readonly timer: NodeJS.Timeout; readonly end: () => void } | undefined;
  readonly #waiting = new PositionWaiters();
  readonly #unknown = new Set<string>();
  #skippedTo = 0;
  #room: { promise: Promise<void>; resolve: () => void } | undefined;
  #endNews: () => void = () => undefined;
  /** Ends the wait for the right to project, or for the news that another has. */
  #wake: () => void = () => undefined;

  constructor(
    store: ReadStore,
    projections: readonly Projection<object>[],
    checkpoint: Checkpoint,
    keeper: LeaseKeeper,
    logger: Logger,
    instruments: Instruments = noInstruments,
  ) {
    this.#instruments = instruments;
    this.#store = store;
    this.#projections = projections;
    this.#checkpoint = checkpoint;
    this.#keeper = keeper;
    this.#logger = logger;
    for (const type of checkpoint.unknownTypes) this.#unknown.add(type);
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
    if (followed.event.position <= this.#checkpoint.position) return;
    if (this.#running === undefined) this.#clock.look(this.position, followed.event.position, performance.now());
    this.#backlog.push(followed);
    if (this.#backlog.length >= gatheredAt) this.#gathered();
    this.#running ??= this.#run();
  }

  skip(stored: StoredEvent): void {
    this.#unknown.add(stored.type);
    this.#skippedTo = stored.position;
    this.#waiting.reached(this.#upTo);
  }

  /** Up to where nothing is left to absorb: what this version does not know, and skips, may be the newest there is. */
  get #upTo(): number {
    const isIdle = this.#backlog.length === 0 && this.#underWay.length === 0;
    return isIdle ? Math.max(this.position, this.#skippedTo) : this.position;
  }

  settle(): Promise<void> | undefined {
    if (this.#closed || this.#backlog.length < this.#backlogMax) return undefined;
    if (this.#room === undefined) {
      let resolve = (): void => undefined;
      const promise = new Promise<void>((settled) => {
        resolve = settled;
      });
      this.#room = { promise, resolve };
    }
    return this.#room.promise;
  }

  /** Resolves when everything up to `position` is in the read models. */
  reached(position: number): Promise<void> {
    if (position <= this.#upTo) return Promise.resolve();
    this.#gathered();
    return this.#waiting.wait(position);
  }

  /** Resolves when everything up to `position` is in the read models, or after a moment: what was told should be found, if it can. */
  async soon(position: number): Promise<void> {
    if (position <= this.#checkpoint.position) return;
    this.#gathered();
    await this.#waiting.waitAtMost(position, soonMs);
  }

  /**
   * One consistent moment of the read models that has absorbed everything up to `position`; throws ReadStoreUnavailable when that
   * takes longer than `waitMs`, rather than answer with less.
   */
  async read<T>(position: number, waitMs: number, body: (view: ReadView) => Promise<T>): Promise<T> {
    if (position > this.#upTo) {
      this.#gathered();
      if (!(await this.#waiting.waitAtMost(position, waitMs)))
        throw new ReadStoreUnavailable('the read models are behind what was written');
    }
    return this.#store.snapshot((view) => body(guarded(view)));
  }

  /** Keeps to what the store says: another may be projecting. */
  start(): void {
    this.#endNews = this.#store.onCheckpoint((checkpoint) => {
      if (checkpoint && checkpoint.position > this.position) this.#absorbed(checkpoint);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#endNews();
    this.#wake();
    this.#gathered();
    await this.#running;
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
      this.#underWay = this.#nextBatch();
      await this.#absorb(this.#underWay);
      this.#underWay = [];
      this.#waiting.reached(this.#upTo);
      if (this.#backlog.length >= backlogMax / 2) continue;
      this.#backlogMax = backlogMax;
      this.#makeRoom();
    }
    this.#makeRoom();
    this.#running = undefined;
  }

  /** Resolves when it is time for the next batch. */
  #gather(): Promise<void> | undefined {
    if (this.#waiting.size > 0 || this.#backlog.length >= gatheredAt || this.#closed) return undefined;
    return new Promise((resolve) => {
      this.#gathering = { timer: setTimeout(() => this.#gathered(), gatherMs), end: resolve };
    });
  }

  #gathered(): void {
    const gathering = this.#gathering;
    this.#gathering = undefined;
    clearTimeout(gathering?.timer);
    gathering?.end();
  }

  #nextBatch(): Followed[] {
    let size = 1;
    const first = this.#backlog[0];
    if (first && !endsBatch(this.#projections, first.event))
      while (size < batchMax && size < this.#backlog.length) {
        const next = this.#backlog[size];
        if (!next || endsBatch(this.#projections, next.event)) break;
        size += 1;
      }
    return this.#backlog.splice(0, size);
  }

  async #absorb(batch: readonly Followed[]): Promise<void> {
    const absorbed = await this.#insist(() =>
      absorb(this.#store, this.#projections, batch, this.#checkpoint, this.#logger),
    );
    if (!absorbed) return;
    const next: Checkpoint = { ...absorbed.checkpoint, unknownTypes: [...this.#unknown].sort() };
    // The same writes each time: whether a commit that failed was made after all makes no difference to them.
    const commit = async (): Promise<Checkpoint> => {
      if (!this.#keeper.lease) throw new LeaseLost('the lease ran out');
      await this.#store.commit(absorbed.writes, next, this.#keeper.lease);
      return next;
    };
    if (await this.#insist(commit)) this.#absorbed(next);
    else this.#backlog.unshift(...batch.filter(({ event }) => event.position > this.position));
  }

  /** The right came to this process: it goes on where the last holder stopped. */
  async takeOver(): Promise<void> {
    const standing = await this.#insist(() => this.#store.checkpoint());
    if (standing && standing.position > this.position) this.#absorbed(standing);
    this.#wake();
  }

  #absorbed(next: Checkpoint): void {
    this.#checkpoint = next;
    if ((this.#backlog[0]?.event.position ?? Infinity) <= next.position)
      this.#backlog = this.#backlog.filter(({ event }) => event.position > next.position);
    const newest = this.#backlog.at(-1)?.event.position ?? next.position;
    this.#clock.look(next.position, newest, performance.now());
    this.#waiting.reached(this.#upTo);
    this.#wake();
  }

  /** Tries until it succeeds: nothing may be skipped, however long the store is away. Undefined: the projector closes, or another projects. */
  async #insist<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.#closed) {
      try {
        const done = await work();
        if (this.#failing) this.#logger.info({}, 'the read store answers again');
        this.#failing = false;
        return done;
      } catch (error) {
        if (error instanceof LeaseLost) {
          this.#keeper.lost();
          return undefined;
        }
        this.#failed(error);
        await delay(retryMs);
      }
    }
    return undefined;
  }

  #failed(error: unknown): void {
    this.#instruments.readStoreFailed();
    // Once an outage: it is tried again twice a second.
    if (!this.#failing)
      this.#logger.error({ err: error, position: this.#checkpoint.position }, 'the read store failed; trying again');
    this.#failing = true;
    this.#backlogMax = outageBacklogMax;
    if (this.#backlog.length < outageBacklogMax) this.#makeRoom();
  }

  #makeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }
}
