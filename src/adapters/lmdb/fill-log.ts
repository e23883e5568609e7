/**
 * Fills a folder without a log from a copy. The file is named `.partial` until it is complete, so that an incomplete log is never used
 * after a crash.
 */
import { readdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type FreeBytes, makeFolder, syncPath } from '../../folders.ts';
import { type FillableLog, LogExists } from '../../ports/stored-log.ts';
import { limits } from '../../vocabulary/limits.ts';
import { commitOutcome } from './commit-outcome.ts';
import { bytesOfWrites, DiskFull, spaceOf } from './free-space.ts';
import { openLogFile } from './log-file.ts';
import { currentFile, type NextFile, nextFile, removeFile, takeIntoUse } from './numbered-file.ts';
import { parseEvent } from './stored-event.ts';
import { storedLog } from './stored-log.ts';

export type FillOptions = { readonly minimumFreeBytes?: number; readonly freeBytes?: FreeBytes };

/** Pages and the index take more space than the texts. */
const bytesPerByte = 2;

/** `bytes`: how many bytes will be added. Throws `LogExists` and `DiskFull`. */
export const fillLmdbLog = async (
  folder: string,
  bytes: number,
  { minimumFreeBytes = limits.keptFreeByWritesBytes, freeBytes }: FillOptions = {},
): Promise<FillableLog> => {
  await makeFolder(folder);
  if ((await readdir(folder)).some((name) => /^log-\d+\.mdb$/.test(name)))
    throw new LogExists(`there is a log in ${folder} already`);
  const space = spaceOf(folder, freeBytes);
  await space.assertRoomForFile(bytes * bytesPerByte, minimumFreeBytes);
  // This also removes what an interrupted restore has left.
  const next = nextFile(await currentFile(folder, 'log'));
  // Other programs may fill the disk while the file is written.
  return fillable(folder, next, (more) => space.assertRoom(more, minimumFreeBytes / 2));
};

const fillable = (folder: string, next: NextFile, assertRoom: (bytes: number) => Promise<void>): FillableLog => {
  // The file is not synced until it is complete, because nothing in it is acknowledged.
  const file = openLogFile(next.partial, { durable: false });
  return {
    async add(texts) {
      const placed = texts.map(({ position, text }) => {
        const { stream, revision } = parseEvent(text, position);
        return { position, stream, revision, json: text };
      });
      await assertRoom(placed.reduce((sum, { json }) => sum + json.length, 0));
      const outcome = await commitOutcome(file.write(placed));
      if (!outcome.durable)
        throw outcome.cause === 'disk-full' ? new DiskFull(outcome.detail) : new Error(outcome.detail);
    },
    async addEmptiedStreams(streams) {
      await assertRoom(bytesOfWrites(streams.length));
      await file.copyIndex(streams);
    },
    stored(tail) {
      file.refresh();
      return storedLog(
        () => file,
        tail,
        () => undefined,
      );
    },
    async takeIntoUse(tail) {
      await file.markTail(tail);
      await file.close();
      await syncPath(next.partial);
      await takeIntoUse(next);
      // The names of the folder and of its parent folder must be on the disk too.
      await syncPath(dirname(resolve(folder)));
    },
    async discard() {
      // `takeIntoUse` may have closed the file already, so an error of this `close` is ignored.
      await Promise.allSettled([file.close()]);
      await removeFile(next.partial);
    },
  };
};
