/** GET /attachments: the files that a user uploaded. */
import { files, fileUsage, usageDocumentId } from '../../projections/files.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { type AttachmentObject, attachmentObject } from '../wire/attachment.ts';
import { everything } from './realm.ts';

export async function attachmentsOf(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
): Promise<{ attachments: AttachmentObject[]; upload_space_used: number }> {
  const [own, usage] = await Promise.all([
    view.scan(files, 'byUser', { prefix: [realmId, userId], limit: everything }),
    view.get(fileUsage, usageDocumentId(realmId)),
  ]);
  return { attachments: own.map(attachmentObject), upload_space_used: usage?.bytes ?? 0 };
}
