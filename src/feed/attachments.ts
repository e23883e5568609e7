/** `attachment` events: an uploaded file as its owner sees it. */
import type { RealmState } from '../state/realm-state.ts';
import type { FileId, MessageId } from '../vocabulary/ids.ts';
import { pathIdOf } from '../vocabulary/upload-path.ts';
import { attachmentObject } from '../wire/attachment.ts';
import type { EventFields } from '../wire/client-events.ts';
import { only } from './channel-visibility.ts';
import type { AttachmentChanged, ClientBody, ClientEvent } from './client-event.ts';
import { carriedFile } from './erase.ts';
import { type Feed, fromAfter } from './feed-handlers.ts';
import { FormTexts } from './form-texts.ts';

export const attachmentFeed: Feed = {
  ...fromAfter({
    FileUploaded: ({ data }, state) => attachmentEvents(state, 'add', [data.fileId]),
    FileDeleted: ({ data: { fileId, userId } }) => [
      { type: 'attachment', scope: only([userId]), body: { kind: 'attachment', op: 'remove', fileId } },
    ],
    MessageSent: ({ data }, state) => attachmentEvents(state, 'update', data.text.uploads, data.messageId),
    MessageDeleted: ({ data }, state) => attachmentEvents(state, 'update', data.uploads),
  }),
  MessageEdited: ({ data }, before) => {
    const isNew = (fileId: FileId): boolean =>
      !(before.files.byId.get(fileId)?.sharedBy.includes(data.messageId) ?? true);
    const shared = data.text.uploads?.filter(isNew);
    return (state) => attachmentEvents(state, 'update', shared, data.messageId);
  },
};

/** `because`: the message that shares the files. If it or the file is erased, the event is erased too. */
const attachmentEvents = (
  state: RealmState,
  op: 'add' | 'update',
  fileIds: readonly FileId[] = [],
  because?: MessageId,
): ClientEvent[] =>
  fileIds.flatMap((fileId): ClientEvent[] => {
    const file = state.files.byId.get(fileId);
    if (!file) return [];
    const carries = because === undefined ? carriedFile(fileId) : [carriedFile(fileId), because];
    return [{ type: 'attachment', scope: only([file.userId]), carries, body: { kind: 'attachment', op, fileId } }];
  });

/** The entry in the form that a queue gets, with the current state of the file. Undefined if the file is gone. */
export function attachmentServed<E extends { readonly body: ClientBody }>(state: RealmState, entry: E): E | undefined {
  if (entry.body.kind !== 'attachment') return entry;
  const fields = fieldsOf(state, entry.body);
  return fields && { ...entry, fields: new FormTexts(), body: { kind: 'plain', fields } };
}

function fieldsOf(state: RealmState, { op, fileId }: AttachmentChanged): EventFields<'attachment'> | undefined {
  const upload_space_used = state.files.used.bytes;
  if (op === 'remove') return { op, attachment: { id: fileId }, upload_space_used };
  const file = state.files.byId.get(fileId);
  if (!file) return undefined;
  const sharedBy = file.sharedBy.flatMap((messageId) => state.files.sharing.get(messageId) ?? []);
  const attachment = attachmentObject({ ...file, sharedBy, pathId: pathIdOf(state.realmId, file) });
  return { op, attachment, upload_space_used };
}
