/**
 * Removes deleted data from the log that no hold covers any more, when a hold ends or its scope changes. A file whose deletion was decided
 * under a hold, and appended after the end of the hold, is removed too.
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
