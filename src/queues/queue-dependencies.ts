/** The dependencies of the event queues. */
import type { ReadView } from '../ports/read-store.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { Millis } from '../vocabulary/ids.ts';
import type { RingLimits } from './ring.ts';
import type { BotSecrets, IdleQueue } from './service.ts';

export type QueueDependencies = {
  readonly state: ServerState;
  /** A steady clock (`src/engine/clocks.ts`). Its times are not compared with the times of events. */
  readonly now: () => Millis;
  readonly heartbeatMs: number;
  /** Resolves when the state includes everything that was in the log at the call. */
  readonly catchUp: () => Promise<void>;
  /** The log position up to which the state is folded. */
  readonly position: () => number;
  /** The log position of the newest write that this process has acknowledged. It may be ahead of the state for a while. */
  readonly acknowledged: () => number;
  readonly read: <T>(body: (view: ReadView) => Promise<T>) => Promise<T>;
  /** Records in the log that a queue was polled. */
  readonly touch: (queue: IdleQueue) => void;
  /** Secrets of bots, which `realm_bot` events contain. No store contains them. */
  readonly secrets: BotSecrets;
  /** The bounds of the buffer in memory. Absent: the usual ones. */
  readonly ring?: RingLimits;
};
