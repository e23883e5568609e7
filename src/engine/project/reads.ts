/**
 * Reads from the read models. A reader never sees an older state than the read models had before, nor an older one than the log had when
 * this process started (docs/decisions/0011-who-waits-for-the-read-models.md).
 */
import { ReadStoreUnavailable, type ReadView, type WrittenStore } from '../../ports/read-store.ts';
import type { PositionWaiters } from '../follow/position-waiters.ts';
import { checkedView } from './checked-view.ts';

/** A wait of this length covers another process that projects and waits for more events to fill a batch. */
const briefMs = 2_000;

type ReadsParts = {
  readonly store: WrittenStore;
  readonly waiting: PositionWaiters;
  /** The position of the read models' checkpoint, as far as this process knows. */
  readonly position: () => number;
  /** The position up to which nothing is left to absorb. */
  readonly upTo: () => number;
  /** Called when a reader waits: events that wait for a fuller batch are then absorbed at once. */
  readonly endBatching: () => void;
};

export class Reads {
  readonly #parts: ReadsParts;
  #neverBelow = 0;

  constructor(parts: ReadsParts) {
    this.#parts = parts;
  }

  /** From now on, no read is served by read models that are before `position`. */
  neverBelow(position: number): void {
    this.#neverBelow = Math.max(this.#neverBelow, position);
  }

  /** Whether nothing can be read yet, because the read models are being rebuilt. */
  get areBehind(): boolean {
    return this.#parts.upTo() < this.#neverBelow;
  }

  /** Resolves to true when everything up to `position` is in the read models, or to false after two seconds or `waitMs`. */
  async waitBriefly(position: number, waitMs = briefMs): Promise<boolean> {
    if (position <= this.#parts.position()) return true;
    this.#parts.endBatching();
    return this.#parts.waiting.waitAtMost(position, Math.min(waitMs, briefMs));
  }

  /**
   * Runs `body` on one consistent view of the read models that has absorbed everything up to `position`. Throws ReadStoreUnavailable if
   * that takes longer than `waitMs`, rather than answering with less.
   */
  async read<T>(position: number, waitMs: number, body: (view: ReadView) => Promise<T>): Promise<T> {
    const { store, waiting, upTo, endBatching } = this.#parts;
    const wanted = Math.max(position, this.#neverBelow);
    if (wanted > upTo()) {
      endBatching();
      if (!(await waiting.waitAtMost(wanted, waitMs)))
        throw new ReadStoreUnavailable('the read models are behind what was written');
    }
    const least = this.#parts.position();
    return store.snapshot((view) => {
      if (view.checkpoint.position < least) throw new ReadStoreUnavailable('the read models are being built again');
      return body(checkedView(view));
    });
  }
}
