/**
 * The uploaded files of a backup: `files/<key>` with the bytes of each content. Keys end with the SHA-256 of the content, so that copies
 * are checked both in a backup and in a restore.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { hasErrorCode, makeFolder, syncPath } from '../folders.ts';
import type { FileKey, FileStore } from '../ports/file-store.ts';
import { DamagedBackup } from './backup-format.ts';

export const filesName = 'files';

type FileCounts = { readonly files: number; readonly bytes: number };

/** `missing`: keys whose bytes are not in the store, or have another hash. */
export type CopiedFiles = FileCounts & { readonly missing: readonly FileKey[] };

const hashIn = (key: FileKey): string => key.split('/').at(-1) ?? '';

/** Copies the contents. A missing content that is no longer `wanted` was deleted in the meantime. */
export async function copyFiles(
  store: FileStore,
  folder: string,
  keys: readonly FileKey[],
  isWanted: (key: FileKey) => boolean,
): Promise<CopiedFiles> {
  const missing: FileKey[] = [];
  const folders = new Set<string>();
  let [files, bytes] = [0, 0];
  for (const key of keys) {
    const path = join(folder, filesName, key);
    await makeFolder(dirname(path));
    const source = await store.open(key);
    const copied = source && (await copy(source, path, hashIn(key)));
    if (copied !== undefined) {
      files += 1;
      bytes += copied;
      folders.add(dirname(path));
    } else if (isWanted(key)) missing.push(key);
  }
  for (const path of folders) await syncWithParents(path, folder);
  return { files, bytes, missing };
}

/** The number of copied bytes, which are on the disk. Undefined, and no file, if their hash is wrong. */
async function copy(source: Readable, path: string, sha256: string): Promise<number | undefined> {
  const file = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of readable(source)) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (hash.digest('hex') === sha256) return bytes;
  await rm(path);
  return undefined;
}

/** The bytes that the disk can read. Where it fails, the file ends, and its hash is wrong. */
async function* readable(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    if (!hasErrorCode(error, 'EIO')) throw error;
  }
}

async function syncWithParents(path: string, top: string): Promise<void> {
  for (let at = path; at.length >= top.length; at = dirname(at)) await syncPath(at);
}

/** Copies the files of a backup into a store. Throws `DamagedBackup` if one is missing or was changed. */
export async function restoreFiles(folder: string, counts: FileCounts, store: FileStore): Promise<void> {
  const top = join(folder, filesName);
  let [files, bytes] = [0, 0];
  for await (const path of counts.files === 0 ? [] : filesIn(top)) {
    const key = relative(top, path).split(sep).join('/');
    const { size } = await stat(path);
    await store.assertRoom(size);
    const copied = join(store.incoming, hashIn(key));
    const isWhole = (await copy(createReadStream(path), copied, hashIn(key))) !== undefined;
    if (!isWhole) throw new DamagedBackup(`${folder} is damaged: ${filesName}/${key}`);
    await store.put(key, { path: copied, size });
    await rm(copied, { force: true });
    files += 1;
    bytes += size;
  }
  if (files !== counts.files || bytes !== counts.bytes)
    throw new DamagedBackup(`${folder} is damaged: it has ${files} of ${counts.files} uploaded files`);
}

async function* filesIn(top: string): AsyncGenerator<string> {
  for await (const entry of await opendir(top, { recursive: true }))
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
}
