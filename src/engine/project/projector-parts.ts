/** What the projector works with. */
import type { Projection } from '../../define/projection.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Checkpoint, Lease, ReadStore } from '../../ports/read-store.ts';
import type { Instruments } from '../instruments.ts';
import type { Logger } from '../logger.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

export type ProjectorParts = {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly projections: readonly Projection<object>[];
  readonly checkpoint: Checkpoint;
  /** From which position the follower goes on. */
  readonly shown: number;
  readonly keeper: LeaseKeeper;
  /** Where the read models stand now, made ready to go on from there. */
  readonly standing: (lease: Lease) => Promise<Checkpoint>;
  readonly logger: Logger;
  readonly instruments?: Instruments;
  /** Whether others are served before the read models are built: then the follower is not held back for as long as they are not. */
  readonly beside: boolean;
  /** How many events may wait while nothing can be absorbed; absent: the usual. */
  readonly outageBacklogMax?: number | undefined;
};
