/** The files of a store that was closed, in a folder in which they are used for a while. They are not brought to the disk. */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const pieceBytes = 1024 * 1024;

/**
 * Makes a folder with hard links to the files, so that they stay while the folder does, even if the originals are removed. They must not be
 * written to. False, without a folder: the file system has no hard links, or the files were removed meanwhile.
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

/** `to`: an empty folder. It stays empty where the files were removed meanwhile, or the disk has no room for them. */
export async function scratchCopy(from: string, to: string): Promise<void> {
  try {
    for (const name of await readdir(from)) await copied(join(from, name), join(to, name));
  } catch {
    for (const name of await readdir(to)) await rm(join(to, name));
  }
}

/**
 * File systems that can do so share the blocks of both until one of them changes. On others the file is read and written: `copyFile` makes
 * the new one empty first, and ext4 brings a file that was made empty to the disk when it is closed. The flushes of the log would wait for that.
 */
async function copied(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
  } catch {
    // Whatever the reason is: where the file cannot be read or written either, this fails.
    const pieces = { highWaterMark: pieceBytes };
    await pipeline(createReadStream(from, pieces), createWriteStream(to, pieces));
  }
}
