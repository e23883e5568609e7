/** When the last message that shared an uploaded file was deleted, the file is deleted, too. */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const orphanedFiles: Policy<RealmState> = {
  name: 'orphaned-files',
  /** The subjects are the ids of the files. */
  on: {
    MessageDeleted: ({ data: { uploads = [] } }, { files }) =>
      uploads.filter((fileId) => files.byId.get(fileId)?.sharedBy.length === 0).map(String),
  },
  plan: {
    MessageDeleted: (_event, subject) => [{ command: 'delete-file', input: { fileId: Number(subject) } }],
  },
};
