/**
 * When a hold ends, or its scope changes, deleted data that no hold covers any more are removed from the log. So is a file whose deletion
 * was decided under a hold, but appended after the end of the hold.
 */
import type { Policy } from '../define/policy.ts';
import { HoldFinder } from '../state/holds.ts';
import type { RealmState } from '../state/realm-state.ts';

export const releasedHolds: Policy<RealmState> = {
  name: 'released-holds',
  /** The subject is the same for all holds of an organization, so that only one pass runs at a time. */
  on: {
    HoldEnded: () => [''],
    HoldChanged: () => [''],
    FileDeleted({ data: { fileId } }, state) {
      const file = state.files.held.get(fileId);
      return file && !new HoldFinder(state).isFileHeld(file, state.files) ? [''] : [];
    },
  },
};
