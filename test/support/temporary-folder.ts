/** A folder that is removed at the end of the test run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

export const temporaryFolder = (): string => {
  if (made.length === 0) {
    // Not a mocha hook, so that it also works in child processes and when an exception ends the run.
    process.once('exit', () => {
      for (const folder of made) rmSync(folder, { recursive: true, force: true });
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-test-'));
  made.push(folder);
  return folder;
};
