/**
 * The projector: turns what the follower hands over into writes of the read models, a batch at a time, all models and the feed
 * under one checkpoint. An event that a model cannot absorb leaves that model behind for that realm; the rest goes on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Projection } from '../define/projection.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { type Checkpoint, type Lease, type ReadStore, ReadStoreUnavailable, type ReadView } from '../ports/read-store.ts';
import { type Absorbed, absorb, endsBatch } from './absorb.ts';
import type { Followed, FollowerPart } from './follower.ts';
import { guarded } from './guarded-view.ts';
import type { Logger } from './logger.ts';

const batchMax = 500;
/** Beyond this the follower waits: memory stays bounded while a whole log is rebuilt. */
const backlogMax = 4 * batchMax;
const retryMs = 500;

export class Projector implements FollowerPart {
  readonly #store: ReadStore;
  readonly #projections: readonly Projection<object>[];
  readonly #logger: Logger;
  readonly #lease: Lease;
  #checkpoint: Checkpoint;
  #backlog: Followed[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  readonly #waiting: { position: number; resolve: () => void }[] = [];
  readonly #unknown = new Set<string>();
  #room: { promise: Promise<void>; resolve: () => void } | undefined;

  constructor(
    store: ReadStore,
    projections: readonly Projection<object>[],
    checkpoint: Checkpoint,
    lease: Lease,
    logger: Logger,
  ) {
    this.#store = store;
    this.#projections = projections;
    this.#checkpoint = checkpoint;
    this.#lease = lease;
    this.#logger = logger;
    for (const type of checkpoint.unknownTypes) this.#unknown.add(type);
  }

  get position(): number {
    return this.#checkpoint.position;
  }

  see(followed: Followed): void {
    if (followed.event.position <= this.#checkpoint.position) return;
    this.#backlog.push(followed);
    this.#running ??= this.#run();
  }

  skip(stored: StoredEvent): void {
    this.#unknown.add(stored.type);
  }

  settle(): Promise<void> | undefined {
    if (this.#backlog.length < backlogMax) return undefined;
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
    if (position <= this.#checkpoint.position) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ position, resolve }));
  }

  /**
   * One consistent moment of the read models that has absorbed everything up to `position`; throws ReadStoreUnavailable when that
   * takes longer than `waitMs`, rather than answer with less.
   */
  async read<T>(position: number, waitMs: number, body: (view: ReadView) => Promise<T>): Promise<T> {
    if (position > this.#checkpoint.position) await this.#within(this.reached(position), waitMs);
    return this.#store.snapshot((view) => body(guarded(view)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #within(reached: Promise<void>, waitMs: number): Promise<void> {
    const over = new AbortController();
    const late = delay(waitMs, 'late' as const, { signal: over.signal }).catch(() => 'stopped' as const);
    const first = await Promise.race([reached, late]);
    over.abort();
    if (first === 'late') throw new ReadStoreUnavailable('the read models are behind what was written');
  }

  async #run(): Promise<void> {
    // One turn later, so that all events of one acknowledgement make one batch.
    await Promise.resolve();
    while (this.#backlog.length > 0 && !this.#closed) {
      const batch = this.#nextBatch();
      await this.#commit(await absorb(this.#store, this.#projections, batch, this.#checkpoint, this.#logger));
      if (this.#room && this.#backlog.length < backlogMax / 2) {
        this.#room.resolve();
        this.#room = undefined;
      }
    }
    this.#room?.resolve();
    this.#running = undefined;
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

  async #commit({ writes, checkpoint }: Absorbed): Promise<void> {
    const next: Checkpoint = { ...checkpoint, unknownTypes: [...this.#unknown].sort() };
    while (!this.#closed) {
      try {
        await this.#store.commit(writes, next, this.#lease);
        break;
      } catch (error) {
        this.#logger.error({ error, position: next.position }, 'the read store refused a batch; trying again');
        await delay(retryMs);
      }
    }
    if (this.#closed && this.#checkpoint.position < next.position)
      this.#logger.debug({}, 'stopped before the last batch');
    this.#checkpoint = next;
    const done = this.#waiting.filter((waiter) => waiter.position <= next.position);
    const still = this.#waiting.filter((waiter) => waiter.position > next.position);
    this.#waiting.splice(0, this.#waiting.length, ...still);
    for (const waiter of done) waiter.resolve();
  }
}
