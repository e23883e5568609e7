/**
 * Builds new read models beside those in use, which continue to answer until the new ones have caught up. Then the new ones replace them in
 * one step. A rebuild that is interrupted changes nothing, and is started again from the beginning.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Projection } from '../../define/projection.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { type Lease, LeaseLost, type ReadStore, type ReplacementStore } from '../../ports/read-store.ts';
import { emptyServer } from '../../state/realm-state.ts';
import type { Clock } from '../clocks.ts';
import { Follower } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { firstCheckpoint, type Model } from './checkpoint.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { Projector } from './projector.ts';

type RebuildParts = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection<object>[];
  /** All models under the checkpoint, the feed included. */
  readonly models: readonly Model[];
  readonly keeper: LeaseKeeper;
  readonly logger: Logger;
  /** By `conservativeClock`. */
  readonly now: Clock;
  /** The projector of the read models in use. */
  readonly projector: Projector;
  /** Called when the new read models are in use, unless the service is stopping. */
  readonly onExchanged: () => Promise<void>;
};

/**
 * `events`: folded so far. `position`: absorbed so far. `of`: the position of the read models in use. `ms`: the time since the start of the
 * rebuild.
 */
export type RebuildProgress = {
  readonly events: number;
  readonly position: number;
  readonly of: number;
  readonly ms: number;
};

/** Events per second so far, and the seconds that remain at that rate. The seconds are undefined while nothing is absorbed. */
export const paceOf = ({ events, position, of, ms }: RebuildProgress) => ({
  perSecond: (1000 * events) / ms,
  secondsLeft: position > 0 ? ((ms / 1000) * Math.max(0, of - position)) / position : undefined,
});

const stopping = 'the service is stopping';
const takenOver = 'another projector has taken over the read models';

/** Thrown with the reason why there is no rebuild. */
export class RebuildRefused extends Error {
  override name = 'RebuildRefused';
}

export class Rebuild {
  readonly #parts: RebuildParts;
  #building: Building | undefined;
  #running: Promise<RebuildProgress> | undefined;
  #isStopped = false;

  constructor(parts: RebuildParts) {
    this.#parts = parts;
  }

  /** Undefined if no rebuild is under way. */
  get progress(): RebuildProgress | undefined {
    return this.#building?.progress;
  }

  /**
   * Resolves when the new read models are in use. Throws RebuildRefused if another process projects, or if a rebuild is under way already.
   */
  run(): Promise<RebuildProgress> {
    const { lease } = this.#parts.keeper;
    if (this.#isStopped) throw new RebuildRefused(stopping);
    if (this.#running !== undefined) throw new RebuildRefused('the read models are being rebuilt already');
    if (!lease) throw new RebuildRefused('another process writes the read models: rebuild them there');
    this.#running = this.#run(lease).finally(() => {
      this.#running = undefined;
      this.#building = undefined;
    });
    return this.#running;
  }

  /** Resolves when no rebuild is under way. */
  async ended(): Promise<void> {
    await Promise.allSettled([this.#running]);
  }

  /**
   * Cancels the rebuild under way, whose caller gets RebuildRefused. While the read store is out of reach, the rebuild ends only when the
   * projector of the read models in use is closed.
   */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#building?.cancel(stopping);
    return this.ended();
  }

  async #run(lease: Lease): Promise<RebuildProgress> {
    const { store, projector, keeper, onExchanged, logger } = this.#parts;
    const replacement = await store.openReplacement(lease);
    const building = new Building(this.#parts, replacement);
    this.#building = building;
    if (this.#isStopped) building.cancel(stopping);
    // Without the lease nothing can be absorbed.
    keeper.onLost = () => building.cancel(takenOver);
    if (keeper.lease?.token !== lease.token) keeper.onLost();
    try {
      await building.caughtUp(() => projector.position);
      await projector.exchange(async () => {
        await building.caughtUp(() => projector.position);
        await building.end();
        if (keeper.lease?.token !== lease.token) throw new LeaseLost(takenOver);
        await store.exchange(lease);
      });
    } catch (error) {
      await building.end();
      await replacement
        .close()
        .catch((thrown: unknown) => logger.warn({ err: thrown }, 'the remains of a rebuild were not removed'));
      throw error instanceof LeaseLost ? new RebuildRefused(error.message) : error;
    } finally {
      keeper.onLost = () => undefined;
    }
    if (!this.#isStopped) await onExchanged();
    return building.progress;
  }
}

/** A second projector, which absorbs the log from its beginning into a store beside the one in use. */
class Building {
  readonly #inUse: Projector;
  readonly #projector: Projector;
  readonly #follower: Follower;
  readonly #began = performance.now();
  readonly #cancelled = new AbortController();
  #started: Promise<void> | undefined;

  constructor({ log, projections, models, keeper, logger, now, projector }: RebuildParts, store: ReplacementStore) {
    this.#inUse = projector;
    this.#projector = new Projector({
      store: { ...store, onCheckpoint: () => () => undefined },
      log,
      projections,
      keeper,
      logger,
      now,
      checkpoint: firstCheckpoint(models),
      followed: 0,
      usableCheckpoint: () => Promise.reject(new Error('a rebuild never takes over a lease')),
      servesMeanwhile: false,
    });
    // Yields to the event loop after each batch, so that requests are served.
    const yieldsBetweenBatches = { see: () => undefined, settle: () => nextTurn() };
    this.#follower = new Follower(log, emptyServer(), [this.#projector, yieldsBetweenBatches], 0);
  }

  get progress(): RebuildProgress {
    const { folded } = this.#follower;
    const ms = performance.now() - this.#began;
    return { events: folded, position: this.#projector.position, of: this.#inUse.position, ms };
  }

  /** `why`: the reason that the caller gets. */
  cancel(why: string): void {
    this.#cancelled.abort(new RebuildRefused(why));
  }

  /** Resolves when the new read models contain at least what those in use contain. */
  async caughtUp(inUse: () => number): Promise<void> {
    this.#started ??= this.#follower.start();
    const { signal } = this.#cancelled;
    await unlessAborted(this.#started, signal);
    await unlessAborted(this.#projector.reached(inUse()), signal);
  }

  /** Stops absorbing. */
  async end(): Promise<void> {
    await this.#projector.close();
    await this.#follower.stop();
  }
}
