/** Uploaded files, the space that they take in each organization, and the messages that share them. */
import type { StatePart } from '../define/handlers.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import type { FileId, MessageId, Millis, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import { type Held, HoldFinder } from './holds.ts';

/** A message that shares files with its readers. It does so until it is deleted, because earlier versions of it can be read. */
type Sharing = {
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly sentAt: Millis;
  readonly place: Place;
  /** Bots that received it without a subscription, users whom one of its versions mentions, and users who added submessages. */
  readonly alsoAddressed: readonly UserId[];
};

export type UploadedFile = DataOf<'FileUploaded'> & {
  readonly uploadedAt: Millis;
  /** In the order in which the messages began to share it. */
  readonly sharedBy: readonly MessageId[];
};

/** The stored files of a user, or of all users. */
export type Usage = { readonly files: number; readonly bytes: number };

export type Files = {
  byId: Map<FileId, UploadedFile>;
  byToken: Map<string, FileId>;
  /** Deleted files that a legal hold keeps. */
  held: Map<FileId, UploadedFile>;
  /** Messages that share files, or that shared files which were deleted. */
  sharing: Map<MessageId, Sharing>;
  usedBy: Map<UserId, Usage>;
  used: Usage;
  /** Maps a SHA-256 to the number of files and images with these bytes. */
  contents: Map<string, number>;
  fileIdMax: number;
};

const noFiles: Usage = { files: 0, bytes: 0 };

export const usageOf = ({ usedBy }: Files, userId: UserId): Usage => usedBy.get(userId) ?? noFiles;

export const fileOfToken = ({ byToken, byId }: Files, token: string): UploadedFile | undefined => {
  const fileId = byToken.get(token);
  return fileId === undefined ? undefined : byId.get(fileId);
};

export const filesState: StatePart<Files, Held> = {
  initial: () => ({
    byId: new Map(),
    byToken: new Map(),
    held: new Map(),
    sharing: new Map(),
    usedBy: new Map(),
    used: noFiles,
    contents: new Map(),
    fileIdMax: 0,
  }),
  on: {
    FileUploaded: ({ data, metadata }, files) => addFile(files, { ...data, uploadedAt: metadata.at, sharedBy: [] }),
    FileDeleted({ data }, files, realm) {
      files.fileIdMax = Math.max(files.fileIdMax, data.fileId);
      const file = files.byId.get(data.fileId);
      // A hold that precedes the deletion in the log may have been placed after the deletion was decided.
      if (file) removeFile(files, file, data.held === true || new HoldFinder(realm).isFileHeld(file, files));
    },
    HeldDeletionsEnded({ data }, files) {
      for (const fileId of data.fileIds) {
        const file = files.held.get(fileId);
        if (file) countContent(files, file.sha256, -1);
        files.held.delete(fileId);
      }
    },
    MessageSent({ data: { messageId, senderId, place, text, alsoTo }, metadata: { at: sentAt } }, files) {
      const alsoAddressed = [...alsoTo, ...text.mentioned];
      share(files, { messageId, senderId, sentAt, place, alsoAddressed }, text.uploads);
    },
    MessageEdited({ data, metadata }, files) {
      const { messageId, senderId, sentAt = metadata.at, place, text, mentionedBefore = [] } = data;
      const alsoAddressed = [...mentionedBefore, ...text.mentioned];
      share(files, { messageId, senderId, sentAt, place, alsoAddressed }, text.uploads);
    },
    SubmessageAdded({ data: { messageId, userId } }, files) {
      const sharing = files.sharing.get(messageId);
      if (sharing) share(files, { ...sharing, alsoAddressed: [userId] });
    },
    EmojiCreated: ({ data: { emoji } }, files) => countContent(files, emoji.image.sha256, 1),
    AvatarChanged({ data: { avatar, previous } }, files) {
      if (avatar) countContent(files, avatar.sha256, 1);
      if (previous !== null) countContent(files, previous, -1);
    },
    MessageDeleted({ data: { messageId, uploads = [] } }, files) {
      files.sharing.delete(messageId);
      for (const fileId of uploads) {
        const file = files.byId.get(fileId);
        if (!file) continue;
        files.byId.set(fileId, { ...file, sharedBy: file.sharedBy.filter((id) => id !== messageId) });
      }
    },
  },
};

function addFile(files: Files, file: UploadedFile): void {
  files.byId.set(file.fileId, file);
  files.byToken.set(file.token, file.fileId);
  files.fileIdMax = Math.max(files.fileIdMax, file.fileId);
  count(files, file, 1);
}

/** The bytes of a held file stay in use. */
function removeFile(files: Files, file: UploadedFile, isHeld: boolean): void {
  const { fileId } = file;
  files.byId.delete(fileId);
  files.byToken.delete(file.token);
  count(files, file, -1);
  if (!isHeld) return;
  files.held.set(fileId, file);
  countContent(files, file.sha256, 1);
}

function count(files: Files, file: UploadedFile, by: 1 | -1): void {
  const { payerId, size, sha256 } = file;
  const changed = (usage: Usage): Usage => ({ files: usage.files + by, bytes: usage.bytes + by * size });
  const own = changed(usageOf(files, payerId));
  if (own.files > 0) files.usedBy.set(payerId, own);
  else files.usedBy.delete(payerId);
  files.used = changed(files.used);
  countContent(files, sha256, by);
}

function countContent(files: Files, sha256: string, by: 1 | -1): void {
  const same = (files.contents.get(sha256) ?? 0) + by;
  if (same > 0) files.contents.set(sha256, same);
  else files.contents.delete(sha256);
}

/**
 * Adds files to those that the message shares. Everybody whom any version of the message addresses is kept, whichever version links a file.
 * A file that was deleted in the meantime is left out.
 */
function share(files: Files, now: Sharing, fileIds: readonly FileId[] = []): void {
  const { messageId } = now;
  const known = files.sharing.get(messageId);
  if (!known && fileIds.length === 0) return;
  const { senderId, sentAt, place } = known ?? now;
  const alsoAddressed = [...new Set([...(known?.alsoAddressed ?? []), ...now.alsoAddressed])];
  files.sharing.set(messageId, { messageId, senderId, sentAt, place, alsoAddressed });
  for (const fileId of fileIds) {
    const file = files.byId.get(fileId);
    if (file && !file.sharedBy.includes(messageId))
      files.byId.set(fileId, { ...file, sharedBy: [...file.sharedBy, messageId] });
  }
}
