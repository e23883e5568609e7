/** A folder that is removed after the tests of the file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-test-'));
  made.push(folder);
  return folder;
};
