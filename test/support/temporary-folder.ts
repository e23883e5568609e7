/** A folder that is gone when the tests have run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

export const temporaryFolder = (): string => {
  if (made.length === 0) {
    // Not a mocha hook: this way it also holds for child processes and for a run that is interrupted by an exception.
    process.once('exit', () => {
      for (const folder of made) rmSync(folder, { recursive: true, force: true });
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'verbatim-test-'));
  made.push(folder);
  return folder;
};
