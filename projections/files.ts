/** The read model `files`: the uploaded files, with the messages that share them, and how much an organization has stored. */
import { defineProjection, type Operation, type Own, type ReadModel } from '../src/define/projection.ts';
import type { FileId, MessageId, Millis, RealmId, UserId } from '../src/vocabulary/ids.ts';
import { pathIdOf } from '../src/vocabulary/upload-path.ts';

type Sharing = { readonly messageId: MessageId; readonly sentAt: Millis };

export type FileDocument = {
  readonly realmId: RealmId;
  readonly fileId: FileId;
  readonly userId: UserId;
  readonly token: string;
  /** `<organization>/<folder>/<token>/<name>` */
  readonly pathId: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly uploadedAt: Millis;
  /** In the order in which the messages began to share it. */
  readonly sharedBy: readonly Sharing[];
};

/** The bytes of all files of an organization. */
type UsageDocument = { readonly bytes: number };

export const fileDocumentId = (realmId: number, fileId: number): string => `${realmId}.${fileId}`;
export const usageDocumentId = (realmId: number): string => `${realmId}.usage`;

type Document = FileDocument | UsageDocument;

const put = (document: FileDocument): Operation<Document> => ({
  op: 'put',
  id: fileDocumentId(document.realmId, document.fileId),
  document,
});

const fileOf = (own: Own<Document>, realmId: number, fileId: number): FileDocument | undefined =>
  own.get(fileDocumentId(realmId, fileId)) as FileDocument | undefined;

function used(own: Own<Document>, realmId: number, more: number): Operation<Document> {
  const before = own.get(usageDocumentId(realmId)) as UsageDocument | undefined;
  return { op: 'put', id: usageDocumentId(realmId), document: { bytes: (before?.bytes ?? 0) + more } };
}

const idsOf = (realmId: number, fileIds: readonly FileId[] = []): string[] =>
  fileIds.map((fileId) => fileDocumentId(realmId, fileId));

/** A file that was deleted in the meantime is left out, and so is a file that the message already shares. */
const shared = (
  own: Own<Document>,
  realmId: number,
  fileIds: readonly FileId[] | undefined,
  sharing: Sharing,
): Operation<Document>[] =>
  (fileIds ?? []).flatMap((fileId) => {
    const file = fileOf(own, realmId, fileId);
    if (!file || file.sharedBy.some(({ messageId }) => messageId === sharing.messageId)) return [];
    return [put({ ...file, sharedBy: [...file.sharedBy, sharing] })];
  });

export const filesProjection = defineProjection<Document>({
  name: 'files',
  version: 1,
  indexes: { byUser: ['realmId', 'userId', 'fileId'], byToken: ['realmId', 'token'] },
  on: {
    FileUploaded: {
      reads: ({ realmId }) => [usageDocumentId(realmId)],
      apply: ({ realmId, data, metadata }, own) => {
        const { fileId, userId, token, name, type, size, sha256 } = data;
        const pathId = pathIdOf(realmId, data);
        const uploadedAt = metadata.at;
        return [
          put({ realmId, fileId, userId, token, pathId, name, type, size, sha256, uploadedAt, sharedBy: [] }),
          used(own, realmId, size),
        ];
      },
    },
    FileDeleted: {
      reads: ({ realmId, data }) => [usageDocumentId(realmId), fileDocumentId(realmId, data.fileId)],
      apply: ({ realmId, data: { fileId } }, own) => {
        const file = fileOf(own, realmId, fileId);
        const remove: Operation<Document> = { op: 'remove', id: fileDocumentId(realmId, fileId) };
        return [remove, used(own, realmId, -(file?.size ?? 0))];
      },
    },
    MessageSent: {
      reads: ({ realmId, data }) => idsOf(realmId, data.text.uploads),
      apply: ({ realmId, data, metadata }, own) =>
        shared(own, realmId, data.text.uploads, { messageId: data.messageId, sentAt: metadata.at }),
    },
    MessageEdited: {
      reads: ({ realmId, data }) => idsOf(realmId, data.text.uploads),
      apply: ({ realmId, data, metadata }, own) =>
        shared(own, realmId, data.text.uploads, { messageId: data.messageId, sentAt: data.sentAt ?? metadata.at }),
    },
    MessageDeleted: {
      reads: ({ realmId, data }) => idsOf(realmId, data.uploads),
      apply: ({ realmId, data }, own) =>
        (data.uploads ?? []).flatMap((fileId) => {
          const file = fileOf(own, realmId, fileId);
          if (!file) return [];
          return [put({ ...file, sharedBy: file.sharedBy.filter(({ messageId }) => messageId !== data.messageId) })];
        }),
    },
  },
});

const { name, indexes } = filesProjection;
export const files: ReadModel<FileDocument> = { name, indexes };
export const fileUsage: ReadModel<UsageDocument> = { name, indexes };
