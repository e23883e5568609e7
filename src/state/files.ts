/** Uploaded files, what each organization stores of them, and which messages share them. */
import type { StatePart } from '../define/handlers.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import type { FileId, MessageId, Millis, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import { type Held, HoldFinder } from './holds.ts';

/** A message that shares a file with its readers. It does so until it is deleted, because earlier versions of it can be read. */
export type Sharing = {
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly sentAt: Millis;
  readonly place: Place;
  /** Bots that received it without a subscription, and whom a version that shares the file mentions; absent if nobody. */
  readonly alsoAddressed?: readonly UserId[];
};

export type UploadedFile = DataOf<'FileUploaded'> & {
  readonly uploadedAt: Millis;
  /** In the order in which they began to share it. */
  readonly sharedBy: readonly Sharing[];
};

/** What is stored for a user, or in all. */
export type Usage = { readonly files: number; readonly bytes: number };

export type Files = {
  byId: Map<FileId, UploadedFile>;
  byToken: Map<string, FileId>;
  /** Deleted, and kept by a legal hold. */
  held: Map<FileId, UploadedFile>;
  usedBy: Map<UserId, Usage>;
  used: Usage;
  /** SHA-256 → how many files and images have these bytes. */
  contents: Map<string, number>;
  /** The highest id ever assigned. Ids are not reused. */
  fileIdMax: number;
};

export const noFiles: Usage = { files: 0, bytes: 0 };

export const usageOf = ({ usedBy }: Files, userId: UserId): Usage => usedBy.get(userId) ?? noFiles;

export const fileOfToken = ({ byToken, byId }: Files, token: string): UploadedFile | undefined => {
  const fileId = byToken.get(token);
  return fileId === undefined ? undefined : byId.get(fileId);
};

export const filesState: StatePart<Files, [realm: Held]> = {
  initial: () => ({
    byId: new Map(),
    byToken: new Map(),
    held: new Map(),
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
      // A hold that stands before it in the log may have been placed after it was decided.
      if (file) removeFile(files, file, data.held === true || new HoldFinder(realm).isFileHeld(file));
    },
    HeldDeletionsEnded({ data }, files) {
      for (const fileId of data.fileIds) {
        const file = files.held.get(fileId);
        if (file) countContent(files, file.sha256, -1);
        files.held.delete(fileId);
      }
    },
    MessageSent: ({ data, metadata }, files) =>
      share(files, data.text.uploads, {
        messageId: data.messageId,
        senderId: data.senderId,
        sentAt: metadata.at,
        place: data.place,
        ...addressing([...data.alsoTo, ...data.text.mentioned]),
      }),
    MessageEdited: ({ data, metadata }, files) =>
      share(files, data.text.uploads, {
        messageId: data.messageId,
        senderId: data.senderId,
        sentAt: data.sentAt ?? metadata.at,
        place: data.place,
        ...addressing(data.text.mentioned),
      }),
    EmojiCreated: ({ data: { emoji } }, files) => countContent(files, emoji.image.sha256, 1),
    AvatarChanged({ data: { avatar, previous } }, files) {
      if (avatar) countContent(files, avatar.sha256, 1);
      if (previous !== null) countContent(files, previous, -1);
    },
    MessageDeleted({ data }, files) {
      for (const fileId of data.uploads ?? []) {
        const file = files.byId.get(fileId);
        if (!file) continue;
        const sharedBy = file.sharedBy.filter(({ messageId }) => messageId !== data.messageId);
        files.byId.set(fileId, { ...file, sharedBy });
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

/** The bytes of a file that is held stay in use. */
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

const addressing = (userIds: readonly UserId[]): Pick<Sharing, 'alsoAddressed'> =>
  userIds.length === 0 ? {} : { alsoAddressed: [...new Set(userIds)] };

const alsoAddressing = (one: Sharing, { alsoAddressed = [] }: Sharing): Sharing => ({
  ...one,
  ...addressing([...(one.alsoAddressed ?? []), ...alsoAddressed]),
});

/** A file that was deleted meanwhile is left out. */
function share(files: Files, fileIds: readonly FileId[] | undefined, sharing: Sharing): void {
  for (const fileId of fileIds ?? []) {
    const file = files.byId.get(fileId);
    if (!file) continue;
    const known = file.sharedBy.find(({ messageId }) => messageId === sharing.messageId);
    const sharedBy = known
      ? file.sharedBy.map((one) => (one === known ? alsoAddressing(one, sharing) : one))
      : [...file.sharedBy, sharing];
    files.byId.set(fileId, { ...file, sharedBy });
  }
}
