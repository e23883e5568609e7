/** Batches on their way into the read store, which takes one at a time: while one is committed, the next is made ready. */
import type { Projection } from '../../define/projection.ts';
import type { Checkpoint, Lease, ReadStore, Write } from '../../ports/read-store.ts';
import type { Followed } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import { absorb } from './absorb.ts';
import type { Retry } from './retry.ts';

export type CommittingParts = {
  readonly store: ReadStore;
  readonly projections: readonly Projection<object>[];
  readonly logger: Logger;
  readonly retry: Retry;
  /** Types of events that were skipped so far. */
  readonly unknownTypes: () => readonly string[];
};

export type Batch = {
  readonly events: readonly Followed[];
  readonly lease: Lease;
  /** Whether the log is still shown from where this batch came. */
  readonly isCurrent: () => boolean;
  /** What stands now; undefined: another has the right to project, or it is the end. */
  readonly onEnd: (checkpoint: Checkpoint | undefined) => void;
};

type Commit = {
  readonly batch: Batch;
  readonly writes: readonly Write[];
  readonly made: Checkpoint;
  /** Whether the next batch may be committed, which was made ready on top of this one. */
  readonly isGround: Promise<boolean>;
};

export class Committing {
  readonly #parts: CommittingParts;
  #commit: Commit | undefined;

  constructor(parts: CommittingParts) {
    this.#parts = parts;
  }

  /** How many events are being committed. */
  get events(): number {
    return this.#commit?.batch.events.length ?? 0;
  }

  /** Resolves when nothing is being committed; undefined where nothing is. */
  get ended(): Promise<unknown> | undefined {
    return this.#commit?.isGround;
  }

  /** Resolves when the batch is being committed; with false when it is not, and nothing came of it. */
  async take(batch: Batch, standing: Checkpoint): Promise<boolean> {
    const { store, projections, logger, retry, unknownTypes } = this.#parts;
    const before = this.#commit;
    // Under another lease there may have been others' commits since.
    const isOnTop = before === undefined || before.batch.lease.token === batch.lease.token;
    const absorbed = isOnTop
      ? await retry.on(() => absorb(store, projections, batch.events, before?.made ?? standing, logger, before?.writes))
      : undefined;
    const isGrounded = before === undefined || (await before.isGround);
    if (!absorbed || !isGrounded || !batch.isCurrent()) return false;
    const { writes } = absorbed;
    const made: Checkpoint = { ...absorbed.checkpoint, unknownTypes: [...unknownTypes()].sort() };
    this.#commit = { batch, writes, made, isGround: this.#write(batch, writes, made) };
    return true;
  }

  async #write(batch: Batch, writes: readonly Write[], made: Checkpoint): Promise<boolean> {
    const { store, retry } = this.#parts;
    // The same writes each time: whether a commit that failed was made after all makes no difference to them. And under the
    // lease with which they were begun: they know nothing of what was committed under another.
    const stands = await retry.on(() => store.commit(writes, made, batch.lease).then(() => made));
    this.#commit = undefined;
    const isGround = stands !== undefined && batch.isCurrent();
    batch.onEnd(stands);
    return isGround;
  }
}
