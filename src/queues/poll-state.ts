import type { Millis } from '../vocabulary/ids.ts';

/** What this process knows of a queue's polls. */
export type PollState = {
  /** When it was last polled here, or a wait ended. */
  at: Millis;
  /** Up to where its client has acknowledged. */
  acknowledged: number;
  /** The number of the newest poll: an older one that is still on its way must not wait, and none once the queue has ended. */
  poll: number;
  /** Where there is nothing for it: ids above `nothingAfter`, up to `nothingTo`. Spares clients that never acknowledge a second look. */
  nothingAfter: number;
  nothingTo: number;
};
