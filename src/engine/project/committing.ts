/**
 * Commits batches to the read store, one after the other. While one is committed, the next is absorbed, which makes a rebuild of the
 * read models about one and a half times as fast and costs this file, and `before` in `absorb.ts`.
 */
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
  /** False when projecting has gone back to an earlier position since. */
  readonly isCurrent: () => boolean;
  /** Called with the new checkpoint; undefined: another process has the lease, or the projector was closed. */
  readonly onEnd: (checkpoint: Checkpoint | undefined) => void;
};

type Commit = {
  readonly batch: Batch;
  readonly writes: readonly Write[];
  readonly made: Checkpoint;
  /** Whether the next batch, which was absorbed as if this one were committed, may be committed. */
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

  /** Resolves when the commit under way has ended; undefined where there is none. */
  get ended(): Promise<unknown> | undefined {
    return this.#commit?.isGround;
  }

  /** Resolves when the commit of the batch has begun. False: it was dropped. */
  async take(batch: Batch, last: Checkpoint): Promise<boolean> {
    const { store, projections, logger, retry, unknownTypes } = this.#parts;
    const before = this.#commit;
    // Another lease means that another process may have committed in between.
    const isOnTop = before === undefined || before.batch.lease.token === batch.lease.token;
    const absorbed = isOnTop
      ? await retry.on(() => absorb(store, projections, batch.events, before?.made ?? last, logger, before?.writes))
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
    // Repeating the same writes is harmless where a commit succeeded whose answer was lost. The lease must be the one under which
    // they were made: they know nothing of what was committed under another.
    const stands = await retry.on(() => store.commit(writes, made, batch.lease).then(() => made));
    this.#commit = undefined;
    const isGround = stands !== undefined && batch.isCurrent();
    batch.onEnd(stands);
    return isGround;
  }
}
