/**
 * Refuses writes before the disk is full, so that no write fails in the middle. Every write of a store asks the file system first, because
 * other programs may fill the disk at any time. That takes some microseconds for each batch.
 */
import { statSync } from 'node:fs';
import { type FreeBytes, freeBytesNow } from '../../folders.ts';

/** It has the code of the operating system's error. */
export class DiskFull extends Error {
  override name = 'DiskFull';
  readonly code = 'ENOSPC';
}

/**
 * The file grows by more than the size of the written data, because of indexes, unused space in pages, and pages that are copied on write.
 */
const growthPerByte = 4;
/** A page for each document or entry. Multiplied by `growthPerByte`, this includes the pages of the indexes. */
const bytesPerWrite = 4 * 1024;
/** A bound on the estimate, because many writes in one batch share pages. */
const bytesOfWritesMax = 8 * 1024 * 1024;
export const bytesOfWrites = (count: number): number => Math.min(count * bytesPerWrite, bytesOfWritesMax);

export type Space = {
  /** The reason why this many bytes may not be written now, if `keptFree` bytes must stay free. Undefined if they may be written. */
  whyNot(bytes: number, keptFree: number): Promise<string | undefined>;
  /** Throws DiskFull if they may not be written. */
  assertRoom(bytes: number, keptFree: number): Promise<void>;
  /** Throws DiskFull if a new file of this many bytes would leave less than `keptFree`. */
  assertRoomForFile(bytes: number, keptFree: number): Promise<void>;
  /** The same for a copy of a file in the same folder, such as a scrub writes. */
  assertRoomForCopy(path: string, keptFree: number): Promise<void>;
};

export const spaceOf = (folder: string, freeBytes: FreeBytes = freeBytesNow): Space => {
  const whyNot: Space['whyNot'] = async (bytes, keptFree) => {
    const free = await freeBytes(folder);
    if (free - keptFree >= bytes * growthPerByte) return undefined;
    return `disk full: ${free} bytes are free, ${keptFree} of them are kept free`;
  };
  const assertRoomForFile: Space['assertRoomForFile'] = async (bytes, keptFree) => {
    const free = await freeBytes(folder);
    if (free - bytes < keptFree)
      throw new DiskFull(`disk full: no copy of ${bytes} bytes with ${free} free, ${keptFree} of them kept free`);
  };
  return {
    whyNot,
    assertRoomForFile,
    async assertRoom(bytes, keptFree) {
      const why = await whyNot(bytes, keptFree);
      if (why !== undefined) throw new DiskFull(why);
    },
    assertRoomForCopy: async (path, keptFree) => assertRoomForFile(statSync(path).size, keptFree),
  };
};
