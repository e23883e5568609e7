/** Records that a deleted file stays, because it is covered by a hold that was unknown when the deletion was decided. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { FileId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const holdFileDeletion = defineCommand({
  name: 'hold-file-deletion',
  input: z.object({ fileId: FileId }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide({ files }, data, { realmId }) {
    if (!files.held.has(data.fileId)) return accept([], { held: false });
    return acceptEvent(logStream.audit(realmId), { type: 'FileDeletionHeld', data } as const, {
      held: true,
    });
  },
});
