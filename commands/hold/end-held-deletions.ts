/** Removes deleted messages and files that no hold keeps any more from the log. Those that another hold keeps are passed over. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { HoldFinder } from '../../src/state/holds.ts';
import { ascending } from '../../src/vocabulary/ascending.ts';
import { FileId, MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const endHeldDeletions = defineCommand({
  name: 'end-held-deletions',
  input: z.object({ messageIds: z.array(MessageId), fileIds: z.array(FileId) }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, input, { realmId }) {
    const { holds, files } = state;
    const finder = new HoldFinder(state);
    const free = input.messageIds.flatMap((id) => {
      const deletion = holds.deleted.get(id);
      return deletion && finder.over(deletion).length === 0 ? [deletion] : [];
    });
    const fileIds = input.fileIds.filter((id) => {
      const file = files.held.get(id);
      return file !== undefined && !finder.isFileHeld(file, files);
    });
    const messageIds = free.map(({ messageId }) => messageId);
    const data = { messageIds, fileIds, uploads: ascending(free.flatMap(({ uploads }) => uploads)) };
    const events = messageIds.length + fileIds.length > 0 ? [{ type: 'HeldDeletionsEnded', data } as const] : [];
    return accept([{ stream: logStream.audit(realmId), events }], {});
  },
});
