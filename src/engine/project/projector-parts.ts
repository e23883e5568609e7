import type { EventLog } from '../../ports/event-log.ts';
import type { Checkpoint, Lease, ReadStore, WrittenStore } from '../../ports/read-store.ts';
import type { Instruments } from '../instruments.ts';
import type { AbsorbParts } from './absorb.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

export type ProjectorParts = AbsorbParts & {
  readonly store: WrittenStore & Pick<ReadStore, 'onCheckpoint'>;
  readonly log: EventLog;
  readonly checkpoint: Checkpoint;
  /** The position from which the follower continues. */
  readonly followed: number;
  readonly keeper: LeaseKeeper;
  /** The checkpoint in the store from which to continue. */
  readonly usableCheckpoint: (lease: Lease) => Promise<Checkpoint>;
  readonly instruments?: Instruments;
  /** Whether requests are served before the read models are built. Until then the follower does not wait for the projector. */
  readonly servesMeanwhile: boolean;
  /** How many events may wait while nothing can be absorbed. */
  readonly outageBacklogMax?: number | undefined;
  /** The size of one commit (see `Backlog`). */
  readonly batchMax?: number | undefined;
  /** Milliseconds between two tries while the read store fails. */
  readonly retryMs?: number | undefined;
};
