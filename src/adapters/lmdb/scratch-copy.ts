/** Temporary copies of the files of a closed store. They are not synced to the disk. */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const pieceBytes = 1024 * 1024;

/**
 * Makes a folder with hard links to the files, so that their contents remain even if the originals are removed. The files must not be
 * written to. False, and no folder, if the file system has no hard links or the files were removed in the meantime.
 */
export async function scratchLink(from: string, to: string): Promise<boolean> {
  await mkdir(to);
  try {
    for (const name of await readdir(from)) await link(join(from, name), join(to, name));
    return true;
  } catch {
    await rm(to, { recursive: true });
    return false;
  }
}

/** `to`: an empty folder. It stays empty if the files were removed in the meantime, or if the disk has no room for them. */
export async function scratchCopy(from: string, to: string): Promise<void> {
  try {
    for (const name of await readdir(from)) await copied(join(from, name), join(to, name));
  } catch {
    for (const name of await readdir(to)) await rm(join(to, name));
  }
}

/**
 * Some file systems can let both files share their blocks until one of them changes. On others the file is read and written, and not copied
 * by `copyFile`. That function truncates the new file first, and ext4 flushes a truncated file when it is closed. The flushes of the log
 * would wait for that.
 */
async function copied(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
  } catch {
    // Any reason for the failure is accepted here: if the file cannot be read or written at all, the following copy fails.
    const pieces = { highWaterMark: pieceBytes };
    await pipeline(createReadStream(from, pieces), createWriteStream(to, pieces));
  }
}
