/**
 * Deletes an uploaded file when the last message that shared it was deleted, unless the message is under a legal hold. The performer in
 * `src/audit/orphaned-files.ts` checks that.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { FileId } from '../vocabulary/ids.ts';

const orphaned = (uploads: readonly FileId[], { files, holds }: RealmState): string[] =>
  uploads.filter((fileId) => files.byId.get(fileId)?.sharedBy.length === 0 && !holds.uploads.has(fileId)).map(String);

export const orphanedFiles: Policy<RealmState> = {
  name: 'orphaned-files',
  /** The subjects are the ids of the files. */
  on: {
    MessageDeleted: ({ data: { uploads = [] } }, state) => orphaned(uploads, state),
    HeldDeletionsEnded: ({ data: { uploads } }, state) => orphaned(uploads, state),
  },
};
