/**
 * Refuses writes before the disk is full: a full disk is an answer to a request, never half a write, and something stays
 * free to delete and scrub with. The file system is asked once for a stretch of bytes, not for each event.
 */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export const minimumFreeBytesDefault = 64 * 1024 * 1024;

/** Between two looks at the disk at most this much is written. */
const stretchBytes = 8 * 1024 * 1024;
/** An event makes the file grow by more than itself: index, page slack, and pages copied on write. */
const growthPerByte = 4;

/** Answers why so many bytes may not be written now, or undefined. One call at a time. */
export const freeSpaceGate = (folder: string, minimumFreeBytes: number, freeBytes: FreeBytes) => {
  let admitted = 0;
  return async (bytes: number): Promise<string | undefined> => {
    if (bytes > admitted) {
      const free = await freeBytes(folder);
      const room = (free - minimumFreeBytes) / growthPerByte;
      if (bytes > room) return `disk full: ${free} bytes are free, ${minimumFreeBytes} of them are kept free`;
      admitted = Math.min(room, Math.max(bytes, stretchBytes));
    }
    admitted -= bytes;
    return undefined;
  };
};

/** A scrub writes the file a second time; better none than one that takes the last room from the log. */
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
