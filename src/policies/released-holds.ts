/** When a hold ends, or its scope changes, what was deleted and falls under no hold any more leaves the log. */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const releasedHolds: Policy<RealmState> = {
  name: 'released-holds',
  /** The subject is the same for all holds of an organization: one pass at a time. */
  on: { HoldEnded: () => [''], HoldChanged: () => [''] },
};
