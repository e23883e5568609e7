/** POST /user_uploads: adds a received file to the organization. Its bytes are already in the file store. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { type Usage, usageOf } from '../../src/state/files.ts';
import type { FileId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';

export const uploadFile = defineCommand({
  name: 'upload-file',
  input: z.object({
    folder: z.string(),
    token: z.string(),
    name: z.string(),
    type: z.string(),
    size: z.int().nonnegative(),
    sha256: z.string(),
    /** How many bytes a user and the organization may have stored. These are settings of the service. */
    quota: z.object({ user: z.int(), organization: z.int() }),
  }),
  refusals: ['files-too-many', 'file-quota'],
  /**
   * All uploads of an organization share this log stream, which never gets an event. So they are decided one after the other, each on
   * everything that is stored. If another process has taken the id of the file, the upload is decided again.
   */
  stream: (_input, realmId) => logStream.file(realmId, 0 as FileId),
  decide({ directory, files }, { quota, ...received }, { realmId, actor, generate }) {
    const userId = actor as UserId;
    const payerId = directory.accounts.get(userId)?.bot?.ownerId ?? userId;
    const refusal =
      roomRefusal('user', usageOf(files, payerId), received.size, limits.filesPerUserMax, quota.user) ??
      roomRefusal('organization', files.used, received.size, limits.filesMax, quota.organization);
    if (refusal) return refuse(refusal);
    const fileId = generate.fileId();
    const uploaded = { type: 'FileUploaded', data: { fileId, userId, payerId, ...received } } as const;
    return acceptEvent(logStream.file(realmId, fileId), uploaded, { fileId });
  },
});

/** Why there is no room for one more file. */
export function roomRefusal(
  of: 'user' | 'organization',
  used: Usage,
  size: number,
  filesOfMax: number,
  bytesMax: number,
): Refusal<'files-too-many' | 'file-quota'> | undefined {
  if (used.files >= filesOfMax) return { code: 'files-too-many', max: filesOfMax, of };
  return used.bytes + size > bytesMax ? { code: 'file-quota', of } : undefined;
}
