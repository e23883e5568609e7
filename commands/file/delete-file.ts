/**
 * DELETE /attachments/{attachment_id}: makes the file unreadable; its bytes leave the disk. Only its owner may delete it, or the service
 * when the last message that shared it was deleted.
 */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { HoldFinder } from '../../src/state/holds.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { FileId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const deleteFile = defineCommand({
  name: 'delete-file',
  input: z.object({ fileId: idNamed(FileId) }),
  refusals: ['file-missing'],
  stream: ({ fileId }, realmId) => logStream.file(realmId, fileId),
  aggregate: {
    initial: (): readonly Recorded[] => [],
    on: {
      FileUploaded: (event, events: readonly Recorded[]) => [...events, event],
      FileDeleted: () => [],
    },
  },
  decide(state, { fileId }, { realmId, actor, leafOf, own: events }) {
    const file = state.files.byId.get(fileId);
    if (!file || events.length === 0 || (actor !== null && file.userId !== actor))
      return refuse({ code: 'file-missing' });
    // A message shares the file again since its deletion by the service was planned.
    if (actor === null && file.sharedBy.length > 0) return accept([], {});
    const { userId, uploadedAt } = file;
    const held = new HoldFinder(state).isFileHeld(file, state.files) ? { held: true as const } : {};
    const leaves = events.map(leafOf);
    const deleted = { type: 'FileDeleted', data: { fileId, userId, uploadedAt, ...held, leaves } } as const;
    return acceptEvent(logStream.file(realmId, fileId), deleted);
  },
});
