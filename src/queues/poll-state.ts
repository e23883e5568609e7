import type { Millis } from '../vocabulary/ids.ts';
import type { WaitingPoll } from './waiting-polls.ts';

/** What this process knows about the polls of one queue. */
export type PollState = {
  /** When the queue was last polled at this process, or a wait for it ended here. */
  lastPolledAt: Millis;
  /** The client has acknowledged the events up to this id. */
  acknowledged: number;
  /** The newest poll, if it may wait. Older polls must not wait, and none may wait once the queue has ended. */
  newest: WaitingPoll | undefined;
  /**
   * No event with an id above `emptyAfter` and up to `emptyTo` is for the queue. Otherwise a client that does not acknowledge heartbeats
   * would cause the same part of the feed to be read for every poll.
   */
  emptyAfter: number;
  emptyTo: number;
};
