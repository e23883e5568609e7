/** Folders of the file system: how they are made, when they are on the disk, and how much more the disk takes. */
import { statfsSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder, and those above it, where they do not exist; they are on the disk then. Not `mkdir` with `recursive`: it never returns where
 * a file system refuses new folders with ENOENT, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have made it in the meantime.
    if (!(await isFolder(path))) throw error;
  });
  await syncFolder(dirname(path));
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** Makes the names of what is in a folder durable. A new or renamed file, or a new folder, is on the disk only after this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export type FreeBytes = (folder: string) => number | Promise<number>;

/** Bytes that may still be written to the disk of a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
