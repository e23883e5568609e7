/**
 * A policy: when X, then Y. One file of `policies/` each, pure. It runs from the moment it was first started, never on replay.
 * Each act is claimed in the log with everything it needs before it is done, so that it happens once, whoever finishes it.
 */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import type { On } from './handlers.ts';

/** A command to be executed by the service itself, with all its ids in the input. */
export type Planned = { readonly command: string; readonly input: Readonly<Record<string, unknown>> };

export type Policy<S> = {
  readonly name: string;
  /**
   * Whether an event calls for an act, judged on the state right after it: one act for each subject named (a bot's id, say);
   * acts about one subject keep their order. Empty: nothing to do.
   */
  readonly on: On<[state: S], readonly string[]>;
  /** Whether a request that causes an act is answered only when the act is in the log. */
  readonly awaited?: boolean;
  /** What to do about it. Absent where the act needs the world outside: then main names who performs it. */
  readonly plan?: (event: Recorded, subject: string, state: S, mint: { messageId(): MessageId }) => readonly Planned[];
};
