/**
 * A folder that is removed after the tests of the file. It is in memory if the system has a file system for that (Linux): a test kills
 * processes, not the machine, so nothing depends on what reaches the disk.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** All tests together have some 64 MB there at a time. A container often has only 64 MiB in all. */
const enough = 2 ** 30;

const parent = freeBytes(memory) >= enough ? memory : tmpdir();

let made: string[] = [];

// Also in child processes, and when an exception ends the run. Mocha would end a worker that takes more than a second for it.
process.once('exit', () => removeTemporaryFolders());

/** Removes the folders, except those to which a process still writes. */
export function removeTemporaryFolders(): void {
  made = made.filter((folder) => {
    try {
      rmSync(folder, { recursive: true, force: true });
      return false;
    } catch {
      return true;
    }
  });
}

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(parent, 'verbatim-test-'));
  made.push(folder);
  return folder;
};

/** 0 if there is no such folder. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
