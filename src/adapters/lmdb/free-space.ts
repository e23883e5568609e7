/**
 * Refuses writes before the disk is full, so that none fails in the middle. Every write of a store asks the file system first, because
 * others may fill the disk at any time. That takes some microseconds a batch.
 */
import { statSync } from 'node:fs';
import { type FreeBytes, freeBytesNow } from '../../folders.ts';

/** The code is that of the operating system's error. */
export class DiskFull extends Error {
  override name = 'DiskFull';
  readonly code = 'ENOSPC';
}

/** The file grows by more than the size of what is written: by indexes, by unused space in pages, and by pages that are copied on write. */
const growthPerByte = 4;
/** For each document or entry that is written apart from others: a page, which with its growth stands for those of its indexes. */
const bytesPerWrite = 4 * 1024;
/** Many at once share pages. */
const bytesOfWritesMax = 8 * 1024 * 1024;
export const bytesOfWrites = (count: number): number => Math.min(count * bytesPerWrite, bytesOfWritesMax);

export type Space = {
  /** Why this many bytes may not be written now, where `keptFree` shall stay free; undefined where they may. */
  whyNot(bytes: number, keptFree: number): Promise<string | undefined>;
  /** Throws DiskFull where they may not. */
  assertRoom(bytes: number, keptFree: number): Promise<void>;
  /** Throws DiskFull where a new file of this many bytes would leave less than `keptFree`. */
  assertRoomForFile(bytes: number, keptFree: number): Promise<void>;
  /** The same for a copy of a file beside it. A scrub writes such a copy. */
  assertRoomForCopy(path: string, keptFree: number): Promise<void>;
};

/** The space on the disk of a folder. */
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
