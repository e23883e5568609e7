import type { Millis } from '../vocabulary/ids.ts';
import type { WaitingPoll } from './waiting-polls.ts';

/** What this process knows about the polls of one queue. */
export type PollState = {
  /** When the queue was last polled here, or a wait for it ended here. */
  lastPolledAt: Millis;
  /** The client has acknowledged the events up to this id. */
  acknowledged: number;
  /** The newest poll, if it may wait: older ones must not wait, and no poll may once the queue has ended. */
  newest: WaitingPoll | undefined;
  /**
   * No event with an id above `emptyAfter` and up to `emptyTo` is for the queue. A client that does not acknowledge heartbeats would
   * otherwise cause the same part of the feed to be read at every poll.
   */
  emptyAfter: number;
  emptyTo: number;
};
