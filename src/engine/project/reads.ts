/** Who may be answered from the read models: nobody from less than stood in them once, or than the log held when this process came up. */
import { type ReadStore, ReadStoreUnavailable, type ReadView } from '../../ports/read-store.ts';
import type { PositionWaiters } from '../follow/position-waiters.ts';
import { checkedView } from './checked-view.ts';

/** Where another process projects, it may be gathering. */
const soonMs = 2_000;

export type ReadsParts = {
  readonly store: ReadStore;
  readonly waiting: PositionWaiters;
  /** What the read models' checkpoint says, as far as this process knows. */
  readonly position: () => number;
  /** Up to where nothing is left to absorb. */
  readonly upTo: () => number;
  /** Somebody waits: what is gathered is not held back any longer. */
  readonly hurry: () => void;
};

export class Reads {
  readonly #parts: ReadsParts;
  #neverBelow = 0;

  constructor(parts: ReadsParts) {
    this.#parts = parts;
  }

  /** From now on nobody is answered from read models that stand before `position`. */
  neverBelow(position: number): void {
    this.#neverBelow = Math.max(this.#neverBelow, position);
  }

  /** Nobody can be answered yet: what could be read once is being built again. */
  get areBehind(): boolean {
    return this.#parts.upTo() < this.#neverBelow;
  }

  /** Resolves when everything up to `position` is in the read models, or after a moment: what was told should be found, if it can. */
  async soon(position: number): Promise<void> {
    if (position <= this.#parts.position()) return;
    this.#parts.hurry();
    await this.#parts.waiting.waitAtMost(position, soonMs);
  }

  /**
   * One consistent moment of the read models that has absorbed everything up to `position`; throws ReadStoreUnavailable when that
   * takes longer than `waitMs`, rather than answer with less.
   */
  async read<T>(position: number, waitMs: number, body: (view: ReadView) => Promise<T>): Promise<T> {
    const { store, waiting, upTo, hurry } = this.#parts;
    const wanted = Math.max(position, this.#neverBelow);
    if (wanted > upTo()) {
      hurry();
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
