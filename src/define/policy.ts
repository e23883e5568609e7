/**
 * A policy: when X happens, do Y. Policies are pure; each has a file in `src/policies/`. A policy acts on events that are newer than its
 * first start. Each action is claimed in the log with all its input before it is performed. So it is performed once, whichever process
 * completes it, and not again on a replay.
 */
import type { MessageId } from '../vocabulary/ids.ts';
import type { On } from './handlers.ts';
import type { Planned } from './planned.ts';

export type Policy<S> = {
  readonly name: string;
  /**
   * The subjects (a bot's id, say) for which an event calls for an action, given the state right after the event. Each subject gets an
   * action of its own. Actions on the same subject are performed in log order; those on different subjects do not wait for each other.
   */
  readonly on: On<[state: S], readonly string[]>;
  /**
   * How many actions of one subject may wait. Further ones are given up, and the performer says what is done instead. Absent: any number.
   */
  readonly backlogMax?: number;
  /** Whether the request that causes an action is answered only after the action is in the log. */
  readonly awaited?: boolean;
  /**
   * The commands of an action, given the state when it is claimed. Absent if a pure function does not suffice, because the action waits for
   * something, reads, or calls another server. Then a performer carries it out (`src/engine/react/policy-actions.ts`).
   */
  readonly plan?: On<[subject: string, state: S, generate: { messageId(): MessageId }], readonly Planned[]>;
};
