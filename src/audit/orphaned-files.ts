/** Deletes a file that no message shares any more. A deleted message that is held keeps its files. */
import type { Performer } from '../engine/react/policy-actions.ts';
import type { FileId } from '../vocabulary/ids.ts';
import type { IsHeld } from './held-deletions.ts';

export const orphanedFiles = (isHeld: IsHeld): Performer => ({
  kind: 'plan',
  async plan(event, subject) {
    if (event.type === 'MessageDeleted' && (await isHeld(event))) return [];
    return [{ command: 'delete-file', input: { fileId: Number(subject) as FileId } }];
  },
});
