/**
 * Who may read an uploaded file: its owner, and everyone who may read a message that shares it. A user who left a private stream sees its
 * messages as they were then, and may read a file only if the message linked it then.
 */
import { type FileDocument, files } from '../../projections/files.ts';
import { messageDocumentId, messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { reachableMessage } from './visibility.ts';

/** The fields that are needed to serve a file. */
export type ReadableFile = Pick<FileDocument, 'name' | 'type' | 'size' | 'sha256' | 'pathId'>;

/** How many messages are checked at a time. */
const atOnce = 20;

/** The file with this path id, if the user may read it; undefined otherwise, so that the answer does not reveal whether it exists. */
export async function readableFile(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  pathId: string,
): Promise<FileDocument | undefined> {
  const file = await fileAt(view, realmId, pathId);
  if (!file || file.userId === userId) return file;
  const newest = [...file.sharedBy].reverse();
  for (let at = 0; at < newest.length; at += atOnce) {
    const some = newest.slice(at, at + atOnce);
    const found = await Promise.all(some.map(({ messageId }) => shows(view, realmId, userId, messageId, file)));
    if (found.includes(true)) return file;
  }
  return undefined;
}

export async function fileAt(view: ReadView, realmId: RealmId, pathId: string): Promise<FileDocument | undefined> {
  const [, , token = ''] = pathId.split('/');
  const [file] = await view.scan(files, 'byToken', { prefix: [realmId, token], limit: 1 });
  return file?.pathId === pathId ? file : undefined;
}

async function shows(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageId: MessageId,
  { token }: FileDocument,
): Promise<boolean> {
  try {
    const [seen, present] = await Promise.all([
      reachableMessage(view, realmId, userId, messageId),
      view.get(messages, messageDocumentId(realmId, messageId)),
    ]);
    // A user who sees the current message also sees its earlier versions.
    return seen.versions === present?.versions || seen.content.includes(token);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
