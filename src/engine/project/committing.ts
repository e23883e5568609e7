/**
 * Commits batches to the read store, one after the other. While one is committed, the next is absorbed. That makes a rebuild of the read
 * models about one and a half times as fast. It costs this file, and the parameter `before` in `absorb.ts`.
 */
import { type Checkpoint, DocumentRefused, type Lease, type Write } from '../../ports/read-store.ts';
import type { Followed } from '../follow/follower.ts';
import { type AbsorbParts, absorb } from './absorb.ts';
import { isOfStore, piecemeal, suspectedAfter } from './piecemeal.ts';
import type { Retry } from './retry.ts';

type CommittingParts = AbsorbParts & {
  readonly retry: Retry;
  /** Types of events that were skipped so far. */
  readonly unknownTypes: () => readonly string[];
};

export type Batch = {
  readonly events: readonly Followed[];
  readonly lease: Lease;
  /** False after a reset to an earlier position. */
  readonly isCurrent: () => boolean;
  /** Called with the new checkpoint. Undefined means that another process has the lease, or that the projector was closed. */
  readonly onEnd: (checkpoint: Checkpoint | undefined) => void;
};

type Prepared = { readonly writes: readonly Write[]; readonly made: Checkpoint };

/** Absorbing the batch has failed `suspectedAfter` times, although the store is in reach. */
type Suspected = 'suspected';

type Commit = Prepared & {
  readonly batch: Batch;
  /**
   * Resolves to whether the batch was committed exactly as it was absorbed. Only then may the next batch be committed, which was absorbed
   * on top of it.
   */
  readonly isCommittedAsAbsorbed: Promise<boolean>;
};

export class Committing {
  readonly #parts: CommittingParts;
  #commit: Commit | undefined;

  constructor(parts: CommittingParts) {
    this.#parts = parts;
  }

  /** The number of events in the batch that is being committed. */
  get events(): number {
    return this.#commit?.batch.events.length ?? 0;
  }

  /** Settles when the commit under way has ended; undefined if there is none. */
  get ended(): Promise<unknown> | undefined {
    return this.#commit?.isCommittedAsAbsorbed;
  }

  /**
   * Resolves to true when the commit of the batch has begun, and to false if the batch was dropped. `stored`: the checkpoint in the
   * store.
   */
  async take(batch: Batch, stored: Checkpoint): Promise<boolean> {
    const before = this.#commit;
    const base = before?.made ?? stored;
    // A different lease means that another process may have committed in between.
    const isOnTop = before === undefined || before.batch.lease.token === batch.lease.token;
    const absorbed = isOnTop ? await this.#absorbed(batch, base, before?.writes) : undefined;
    if (before && absorbed && absorbed !== 'suspected') this.#parts.store.prepare?.(absorbed.writes);
    const mayFollow = before === undefined || (await before.isCommittedAsAbsorbed);
    if (!absorbed || !mayFollow || !batch.isCurrent()) return false;
    const prepared = absorbed === 'suspected' ? { writes: [], made: base } : absorbed;
    const isCommittedAsAbsorbed = this.#write(batch, absorbed === 'suspected' ? undefined : absorbed, base);
    this.#commit = { batch, ...prepared, isCommittedAsAbsorbed };
    return true;
  }

  async #absorbed(
    batch: Batch,
    base: Checkpoint,
    before?: readonly Write[],
  ): Promise<Prepared | Suspected | undefined> {
    const { retry, unknownTypes } = this.#parts;
    let failures = 0;
    const absorbed = await retry.on(async () => {
      if (failures >= suspectedAfter) return 'suspected';
      return absorb(this.#parts, batch.events, base, before).catch((error: unknown) => {
        failures = isOfStore(error) ? 0 : failures + 1;
        throw error;
      });
    });
    if (!absorbed || absorbed === 'suspected') return absorbed;
    const made: Checkpoint = { ...absorbed.checkpoint, unknownTypes: unknownTypes() };
    return { writes: absorbed.writes, made };
  }

  /** `prepared`: undefined if the batch cannot be absorbed as a whole. */
  async #write(batch: Batch, prepared: Prepared | undefined, base: Checkpoint): Promise<boolean> {
    const { store, retry } = this.#parts;
    let isWhole = prepared !== undefined;
    let failures = 0;
    const checkpoint = await retry.on(async () => {
      if (!prepared || !isWhole) return this.#inParts(batch, base);
      try {
        // If a commit succeeded but its answer was lost, repeating the same writes is harmless. The lease must be the one under which they
        // were computed, because they do not include what was committed under another lease.
        await store.commit(prepared.writes, prepared.made, batch.lease);
        return prepared.made;
      } catch (error) {
        failures = isOfStore(error) ? 0 : failures + 1;
        const isRefused = error instanceof DocumentRefused;
        isWhole = !isRefused && failures < suspectedAfter;
        if (isRefused) return this.#inParts(batch, base);
        throw error;
      }
    });
    this.#commit = undefined;
    const isCommittedAsAbsorbed = checkpoint !== undefined && isWhole && batch.isCurrent();
    batch.onEnd(checkpoint);
    return isCommittedAsAbsorbed;
  }

  /** Continues from the checkpoint in the store: an earlier attempt may have committed some parts. */
  async #inParts({ events, lease }: Batch, base: Checkpoint): Promise<Checkpoint> {
    const { store, retry, unknownTypes } = this.#parts;
    const stored = await store.checkpoint();
    const reached = stored && stored.position > base.position ? stored : base;
    const rest = events.filter(({ event }) => event.position > reached.position);
    if (rest.length === 0) return reached;
    const from = { ...reached, unknownTypes: unknownTypes() };
    return piecemeal({ ...this.#parts, lease, inReach: (work) => retry.on(work) }, rest, from);
  }
}
