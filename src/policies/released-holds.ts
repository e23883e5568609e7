/**
 * When a hold ends, or its scope changes, what was deleted and falls under no hold any more leaves the log. So does a file whose deletion was
 * decided under a hold and appended after the end of the hold.
 */
import type { Policy } from '../define/policy.ts';
import { HoldFinder } from '../state/holds.ts';
import type { RealmState } from '../state/realm-state.ts';

export const releasedHolds: Policy<RealmState> = {
  name: 'released-holds',
  /** The subject is the same for all holds of an organization: one pass at a time. */
  on: {
    HoldEnded: () => [''],
    HoldChanged: () => [''],
    FileDeleted({ data: { fileId } }, state) {
      const file = state.files.held.get(fileId);
      return file && !new HoldFinder(state).isFileHeld(file, state.files) ? [''] : [];
    },
  },
};
