/**
 * Compares the stored bytes of uploaded files, emoji, avatars and exports for review with the hashes in the log. Which bytes must be there
 * follows from the log alone; the events themselves are compared with the ledger (`verification.ts`).
 */
import { createHash } from 'node:crypto';
import { contentKey, exportKey } from '../engine/files/contents.ts';
import { decode } from '../engine/follow/decode.ts';
import { type FileKey, type FileReader, FileStoreUnavailable } from '../ports/file-store.ts';
import type { LogToVerify } from '../ports/log-to-verify.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';

/** An event that names stored bytes. `fileId`: null for anything but an uploaded file. */
type NamedFile = Pick<Recorded, 'id' | 'position'> & {
  readonly key: FileKey;
  readonly fileId: number | null;
  readonly sha256: string;
  /** Whether the file may be absent: no backup has the exports for review, and no import brings them. */
  readonly mayBeAbsent?: true;
};

export type FileFinding = NamedFile & { readonly kind: 'CHANGED' | 'MISSING' };

export type VerifiedFiles = {
  readonly files: number;
  readonly findings: readonly FileFinding[];
  /** Files that the disk or the connection failed to read, with the reason. */
  readonly unread: readonly string[];
};

const kinds = ['file', 'realm', 'person', 'audit'] as const;

/** The files that the log says exist. A deleted file stays while a legal hold keeps it. */
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
  const { id, position, type, data, realmId } = event;
  const isHash = (sha256: unknown): sha256 is string => typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  const add = (name: string, sha256: unknown, fileId: number | null): void => {
    if (isHash(sha256)) named.set(name, { id, position, fileId, sha256, key: contentKey(realmId, sha256) });
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
  if (type === 'ExportCompleted' && isHash(data.sha256)) {
    const key = exportKey(realmId, data.exportId, 'zip');
    named.set(key, { id, position, fileId: null, sha256: data.sha256, key, mayBeAbsent: true });
  }
  if (type === 'ExportEnded') named.delete(exportKey(realmId, data.exportId, 'zip'));
}

/**
 * Reads every file once. `reopened`: the log as it is at the call, because a scrub replaces the file of a log that is open. `progress`: the
 * number of files that were compared.
 */
export async function verifyFiles(
  log: Pick<LogToVerify, 'readAll'>,
  reopened: () => Promise<Pick<LogToVerify, 'readAll' | 'close'>>,
  store: Pick<FileReader, 'open'>,
  realmId: RealmId,
  progress: (files: number) => void = () => undefined,
): Promise<VerifiedFiles> {
  const named = await filesNamedIn(log, realmId);
  const unread: string[] = [];
  let done = 0;
  const wrongAmong = async (hashes: ReadonlyMap<FileKey, string>): Promise<Map<FileKey, FileFinding['kind']>> => {
    const wrong = new Map<FileKey, FileFinding['kind']>();
    for (const [key, sha256] of hashes) {
      const kind = await stateOf(store, key, sha256).catch((error: unknown) => {
        unread.push(`${key} cannot be read: ${whyUnread(error)}`);
        return undefined;
      });
      if (kind) wrong.set(key, kind);
      done += 1;
      progress(done);
    }
    return wrong;
  };
  const hashes = new Map([...named.values()].map(({ key, sha256 }) => [key, sha256]));
  const first = await wrongAmong(hashes);
  // Another process may remove a content and put it back, if another file has it.
  const wrong = await wrongAmong(new Map([...hashes].filter(([key]) => first.has(key))));
  // Files may have been deleted since the log was read.
  const now = wrong.size > 0 ? await filesNamedNow(reopened, realmId) : named;
  const absent = ({ key, mayBeAbsent }: NamedFile): boolean => mayBeAbsent === true && wrong.get(key) === 'MISSING';
  const expected = [...now.values()].filter((file) => !absent(file));
  const findings = expected.flatMap((file) => {
    const kind = wrong.get(file.key);
    return kind ? [{ ...file, kind }] : [];
  });
  return { files: expected.length, findings, unread };
}

async function filesNamedNow(reopened: Parameters<typeof verifyFiles>[1], realmId: RealmId) {
  const log = await reopened();
  try {
    return await filesNamedIn(log, realmId);
  } finally {
    await log.close();
  }
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
