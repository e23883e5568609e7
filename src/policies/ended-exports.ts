/** Removes the remains of an export for review that has failed or ended. */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const endedExports: Policy<RealmState> = {
  name: 'ended-exports',
  on: {
    ExportFailed: ({ data }) => [String(data.exportId)],
    ExportEnded: ({ data }) => [String(data.exportId)],
  },
};
