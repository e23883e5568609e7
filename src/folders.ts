/** Folders of the file system: making them durably, and their free space. */
import { statfsSync } from 'node:fs';
import { mkdir, open, stat, statfs } from 'node:fs/promises';
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

/** Makes the names in a folder durable. A new or renamed file, or a new folder, is on the disk only after this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export type FreeBytes = (folder: string) => number | Promise<number>;

const freeBytesIn = ({ bavail, bsize }: { readonly bavail: number; readonly bsize: number }): number => bavail * bsize;

/** How many bytes may still be written to the disk of a folder. Uploads may be on a file system that answers late. */
export const freeBytesOf = async (folder: string): Promise<number> => freeBytesIn(await statfs(folder));

/** The same in microseconds, for the embedded stores, which need it for every write and whose disk is local. */
export const freeBytesNow = (folder: string): number => freeBytesIn(statfsSync(folder));
