/**
 * Compares the stored bytes of uploaded files, emoji and avatars with the hashes in the log. Which bytes must be there follows from the log
 * alone; the events themselves are compared with the ledger (`verification.ts`).
 */
import { createHash } from 'node:crypto';
import { contentKey } from '../engine/files/contents.ts';
import { decode } from '../engine/follow/decode.ts';
import { type FileKey, type FileReader, FileStoreUnavailable } from '../ports/file-store.ts';
import type { LogToVerify } from '../ports/log-to-verify.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';

/** An event that names bytes which must be there. `fileId`: null for an emoji or an avatar. */
export type NamedFile = Pick<Recorded, 'id' | 'position'> & { readonly fileId: number | null; readonly sha256: string };

export type FileFinding = NamedFile & { readonly kind: 'CHANGED' | 'MISSING'; readonly key: FileKey };

export type VerifiedFiles = {
  readonly files: number;
  readonly findings: readonly FileFinding[];
  /** Files that the disk or the connection failed to read, with the reason. */
  readonly unread: readonly string[];
};

const kinds = ['file', 'realm', 'person', 'audit'] as const;

/** The files that the log says must exist. One that is deleted stays as long as a legal hold keeps it. */
export async function filesNamedIn(
  log: Pick<LogToVerify, 'readAll'>,
  realmId: RealmId,
): Promise<Map<string, NamedFile>> {
  const named = new Map<string, NamedFile>();
  /** Deleted files, which a hold that precedes the deletion may keep. */
  const deleted = new Map<string, NamedFile>();
  const prefixes = kinds.map((kind) => `${kind}-${realmId}.`);
  for await (const stored of log.readAll(0, prefixes)) {
    const event = isReadable(stored.data) ? decode(stored) : undefined;
    if (event) take(event, named, deleted);
  }
  return named;
}

/** An event without an object as data was changed. That is found when it is compared with its leaf. */
const isReadable = (data: unknown): boolean => typeof data === 'object' && data !== null;

function take(event: Recorded, named: Map<string, NamedFile>, deleted: Map<string, NamedFile>): void {
  const { id, position, type, data } = event;
  const add = (key: string, sha256: unknown, fileId: number | null): void => {
    if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)) named.set(key, { id, position, fileId, sha256 });
  };
  const move = (key: string, from: Map<string, NamedFile>, to?: Map<string, NamedFile>): void => {
    const file = from.get(key);
    from.delete(key);
    if (file) to?.set(key, file);
  };
  if (type === 'FileUploaded') add(`file ${data.fileId}`, data.sha256, data.fileId);
  if (type === 'FileDeleted' && !data.held) move(`file ${data.fileId}`, named, deleted);
  if (type === 'FileDeletionHeld') move(`file ${data.fileId}`, deleted, named);
  if (type === 'HeldDeletionsEnded') for (const fileId of data.fileIds) move(`file ${fileId}`, named);
  if (type === 'EmojiCreated') add(`emoji ${data.emoji?.id}`, data.emoji?.image?.sha256, null);
  if (type === 'AvatarChanged') {
    named.delete(`avatar ${data.userId}`);
    add(`avatar ${data.userId}`, data.avatar?.sha256, null);
  }
}

/** Reads every content once. `progress`: the number of files that were compared. */
export async function verifyFiles(
  log: Pick<LogToVerify, 'readAll'>,
  store: Pick<FileReader, 'open'>,
  realmId: RealmId,
  progress: (files: number) => void = () => undefined,
): Promise<VerifiedFiles> {
  const named = await filesNamedIn(log, realmId);
  const unread: string[] = [];
  let done = 0;
  const wrongAmong = async (hashes: Iterable<string>): Promise<Map<string, FileFinding['kind']>> => {
    const wrong = new Map<string, FileFinding['kind']>();
    for (const sha256 of hashes) {
      const key = contentKey(realmId, sha256);
      const kind = await stateOf(store, key, sha256).catch((error: unknown) => {
        unread.push(`${key} cannot be read: ${whyUnread(error)}`);
        return undefined;
      });
      if (kind) wrong.set(sha256, kind);
      done += 1;
      progress(done);
    }
    return wrong;
  };
  const first = await wrongAmong(new Set([...named.values()].map((file) => file.sha256)));
  // Another process may remove a content and put it back, if another file has it.
  const wrong = await wrongAmong(first.keys());
  // Files may have been deleted since the log was read.
  const now = wrong.size > 0 ? await filesNamedIn(log, realmId) : named;
  const findings = [...now.values()].flatMap((file) => {
    const kind = wrong.get(file.sha256);
    return kind ? [{ ...file, kind, key: contentKey(realmId, file.sha256) }] : [];
  });
  return { files: named.size, findings, unread };
}

async function stateOf(store: Pick<FileReader, 'open'>, key: FileKey, sha256: string) {
  const source = await store.open(key);
  if (!source) return 'MISSING';
  const hash = createHash('sha256');
  for await (const chunk of source as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex') === sha256 ? undefined : 'CHANGED';
}

/** Why one file cannot be read. Throws any other error, which concerns all files. */
function whyUnread(error: unknown): string {
  if (error instanceof FileStoreUnavailable || !(error instanceof Error) || !('syscall' in error)) throw error;
  return error.message;
}
