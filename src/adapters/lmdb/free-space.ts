/**
 * Refuses writes before the disk is full. A request is then refused as a whole, and enough space stays free to delete and scrub. The
 * file system is asked once for a number of bytes, not for each event.
 */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export const minimumFreeBytesDefault = 64 * 1024 * 1024;

/** At most this many bytes are written between two checks of the free space. */
const bytesPerCheck = 8 * 1024 * 1024;
/** The file grows by more than the size of an event: by the index, by unused space in pages, and by pages that are copied on write. */
const growthPerByte = 4;

/** Returns a function that says why so many bytes may not be written now, or undefined where they may. It must not be called concurrently. */
export const freeSpaceGate = (folder: string, minimumFreeBytes: number, freeBytes: FreeBytes) => {
  let admitted = 0;
  return async (bytes: number): Promise<string | undefined> => {
    if (bytes > admitted) {
      const free = await freeBytes(folder);
      const room = (free - minimumFreeBytes) / growthPerByte;
      if (bytes > room) return `disk full: ${free} bytes are free, ${minimumFreeBytes} of them are kept free`;
      admitted = Math.min(room, Math.max(bytes, bytesPerCheck));
    }
    admitted -= bytes;
    return undefined;
  };
};

/** Throws where a copy of the file would leave less than `minimumFreeBytes` free. A scrub writes such a copy. */
export const assertRoomForCopy = async (
  path: string,
  minimumFreeBytes: number,
  freeBytes: FreeBytes,
): Promise<void> => {
  const [{ size }, free] = await Promise.all([stat(path), freeBytes(dirname(path))]);
  if (free - size < minimumFreeBytes) {
    throw new Error(`disk full: no scrub of ${size} bytes with ${free} free, ${minimumFreeBytes} of them kept free`);
  }
};
