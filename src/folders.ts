/** Files and folders of the file system: whether they exist, making them durable, and their free space. */
import { statfsSync } from 'node:fs';
import { mkdir, open, rename, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder, and missing folders above it, durably. It does not use `mkdir` with `recursive`, which never returns if a file system
 * refuses new folders with ENOENT, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have made it in the meantime.
    if (!(await isFolder(path))) throw error;
  });
  await syncPath(dirname(path));
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(unlessMissing))?.isDirectory() ?? false;

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(unlessMissing)) !== undefined;

/** Whether the error says that there is no such file or folder. */
export const isMissing = (error: unknown): boolean => hasErrorCode(error, 'ENOENT');

/** Returns undefined if the error says that there is no such file or folder, and throws any other error. */
export function unlessMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

/** Whether a thrown value is a system error with this code. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Makes what was written to a file durable, or the names in a folder. A new or renamed file, or a new folder, is on the disk only after its
 * folder was synced.
 */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export type FreeBytes = (folder: string) => number | Promise<number>;

const freeBytesIn = ({ bavail, bsize }: { readonly bavail: number; readonly bsize: number }): number => bavail * bsize;

/** How many bytes may still be written to the disk of a folder. Uploads may be on a file system that answers late. */
export const freeBytesOf = async (folder: string): Promise<number> => freeBytesIn(await statfs(folder));

/** The same in microseconds, for the embedded stores, which need it for every write and whose disk is local. */
export const freeBytesNow = (folder: string): number => freeBytesIn(statfsSync(folder));

/**
 * Replaces a file in one step. A reader, and a start after a crash, finds either the old or the new file complete. Only its owner can read
 * the file.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  await writeFile(partial, text, { mode: 0o600, flush: true });
  await rename(partial, path);
  await syncPath(dirname(path));
}
