/** `attachment` events: an uploaded file as its owner sees it. */
import { pathIdOf, type UploadedFile } from '../state/files.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { FileId } from '../vocabulary/ids.ts';
import { attachmentObject } from '../wire/attachment.ts';
import { only } from './channel-visibility.ts';
import type { ClientEvent } from './client-event.ts';
import { carriedFile } from './erase.ts';
import type { Feed } from './feed-handlers.ts';

export const attachmentFeed: Feed = {
  FileUploaded:
    ({ data }) =>
    (state) =>
      told(state, 'add', [data.fileId]),
  FileDeleted:
    ({ data: { fileId, userId } }) =>
    (state) => [
      {
        type: 'attachment',
        scope: only([userId]),
        body: {
          kind: 'plain',
          fields: { op: 'remove', attachment: { id: fileId }, upload_space_used: state.files.used.bytes },
        },
      },
    ],
  MessageSent:
    ({ data }) =>
    (state) =>
      told(state, 'update', data.text.uploads),
  MessageEdited: ({ data }, before) => {
    const isNew = (fileId: FileId): boolean =>
      before.files.byId.get(fileId)?.sharedBy.every(({ messageId }) => messageId !== data.messageId) ?? false;
    const shared = data.text.uploads?.filter(isNew);
    return (state) => told(state, 'update', shared);
  },
  MessageDeleted:
    ({ data }) =>
    (state) =>
      told(state, 'update', data.uploads),
};

const told = (state: RealmState, op: 'add' | 'update', fileIds: readonly FileId[] = []): ClientEvent[] =>
  fileIds.flatMap((fileId) => {
    const file = state.files.byId.get(fileId);
    return file ? [eventOf(state, op, file)] : [];
  });

const eventOf = (state: RealmState, op: 'add' | 'update', file: UploadedFile): ClientEvent => ({
  type: 'attachment',
  scope: only([file.userId]),
  carries: carriedFile(file.fileId),
  body: {
    kind: 'plain',
    fields: {
      op,
      attachment: attachmentObject({ ...file, pathId: pathIdOf(state.realmId, file) }),
      upload_space_used: state.files.used.bytes,
    },
  },
});
