/**
 * Commits batches to the read store, one after the other. While one is committed, the next is absorbed, which makes a rebuild of the
 * read models about one and a half times as fast and costs this file, and `before` in `absorb.ts`.
 */
import type { Projection } from '../../define/projection.ts';
import { type Checkpoint, DocumentRefused, type Lease, type Write, type WrittenStore } from '../../ports/read-store.ts';
import type { Followed } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import { absorb } from './absorb.ts';
import { leftBehind } from './left-behind.ts';
import { isOfStore, piecemeal, suspectedAfter } from './piecemeal.ts';
import type { Retry } from './retry.ts';

export type CommittingParts = {
  readonly store: WrittenStore;
  readonly projections: readonly Projection<object>[];
  readonly logger: Logger;
  readonly retry: Retry;
  /** Types of events that were skipped so far. */
  readonly unknownTypes: () => readonly string[];
};

export type Batch = {
  readonly events: readonly Followed[];
  readonly lease: Lease;
  /** False after a reset to an earlier position. */
  readonly isCurrent: () => boolean;
  /** Called with the new checkpoint; undefined: another process has the lease, or the projector was closed. */
  readonly onEnd: (checkpoint: Checkpoint | undefined) => void;
};

type Prepared = { readonly writes: readonly Write[]; readonly made: Checkpoint };

/** Absorbing fails again and again, although the store is in reach. */
type Suspected = 'suspected';

type Commit = Prepared & {
  readonly batch: Batch;
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
  async take(batch: Batch, standing: Checkpoint): Promise<boolean> {
    const before = this.#commit;
    const ground = before?.made ?? standing;
    // Another lease means that another process may have committed in between.
    const isOnTop = before === undefined || before.batch.lease.token === batch.lease.token;
    const absorbed = isOnTop ? await this.#absorbed(batch, ground, before?.writes) : undefined;
    if (before && absorbed && absorbed !== 'suspected') this.#parts.store.prepare?.(absorbed.writes);
    const isGrounded = before === undefined || (await before.isGround);
    if (!absorbed || !isGrounded || !batch.isCurrent()) return false;
    const prepared = absorbed === 'suspected' ? { writes: [], made: ground } : absorbed;
    const isGround = this.#write(batch, absorbed === 'suspected' ? undefined : absorbed, ground);
    this.#commit = { batch, ...prepared, isGround };
    return true;
  }

  async #absorbed(
    batch: Batch,
    ground: Checkpoint,
    before?: readonly Write[],
  ): Promise<Prepared | Suspected | undefined> {
    const { store, projections, logger, retry, unknownTypes } = this.#parts;
    let failures = 0;
    const absorbed = await retry.on(async () => {
      if (failures >= suspectedAfter) return 'suspected';
      return absorb(store, projections, batch.events, ground, logger, before).catch((error: unknown) => {
        failures = isOfStore(error) ? 0 : failures + 1;
        throw error;
      });
    });
    if (!absorbed || absorbed === 'suspected') return absorbed;
    const made: Checkpoint = { ...absorbed.checkpoint, unknownTypes: unknownTypes() };
    return { writes: absorbed.writes, made };
  }

  /** `prepared`: undefined where the batch cannot be absorbed as a whole. */
  async #write(batch: Batch, prepared: Prepared | undefined, ground: Checkpoint): Promise<boolean> {
    const { store, retry, logger } = this.#parts;
    let [now, base, isAsAbsorbed]: [Prepared | undefined, Checkpoint, boolean] = [prepared, ground, true];
    let stands: Checkpoint | undefined;
    let failures = 0;
    for (;;) {
      const whole: Prepared | undefined = failures < suspectedAfter ? now : undefined;
      isAsAbsorbed &&= whole !== undefined;
      // Repeating the same writes is harmless where a commit succeeded whose answer was lost. The lease must be the one under which
      // they were made: they know nothing of what was committed under another.
      const outcome = await retry.on(async () => {
        if (!whole || failures >= suspectedAfter) return this.#inParts(batch, base);
        return committed(store, whole.writes, whole.made, batch.lease).catch((error: unknown) => {
          failures = isOfStore(error) ? 0 : failures + 1;
          throw error;
        });
      });
      isAsAbsorbed &&= failures < suspectedAfter;
      if (!(outcome instanceof DocumentRefused)) {
        stands = outcome;
        break;
      }
      isAsAbsorbed = false;
      const less = leftBehind(base, batch.events, outcome);
      // No event of the batch writes that document: the one that cannot be written is looked for.
      failures = less ? 0 : suspectedAfter;
      if (!less) continue;
      logger.error({ err: outcome, model: outcome.model }, 'a read model is left behind: no store takes its document');
      base = less;
      const again = await this.#absorbed(batch, base);
      if (!again) break;
      now = again === 'suspected' ? undefined : again;
    }
    this.#commit = undefined;
    const isGround = stands !== undefined && isAsAbsorbed && batch.isCurrent();
    batch.onEnd(stands);
    return isGround;
  }

  /** Goes on from what the store holds: an earlier try may have committed some parts. */
  async #inParts({ events, lease }: Batch, base: Checkpoint): Promise<Checkpoint> {
    const { store, projections, logger, retry, unknownTypes } = this.#parts;
    const standing = await store.checkpoint();
    const ground = standing && standing.position > base.position ? standing : base;
    const rest = events.filter(({ event }) => event.position > ground.position);
    if (rest.length === 0) return ground;
    const from = { ...ground, unknownTypes: unknownTypes() };
    return piecemeal({ store, projections, logger, lease, inReach: (work) => retry.on(work) }, rest, from);
  }
}

/** What the commit made, or why no commit can. */
async function committed(
  store: WrittenStore,
  writes: readonly Write[],
  made: Checkpoint,
  lease: Lease,
): Promise<Checkpoint | DocumentRefused> {
  try {
    await store.commit(writes, made, lease);
    return made;
  } catch (error) {
    if (error instanceof DocumentRefused) return error;
    throw error;
  }
}
