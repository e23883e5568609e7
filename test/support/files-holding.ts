/** Searches the files of a folder for a text that must have been erased. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * LMDB's table of readers. It must not be opened here: a process that closes it gives up its locks on it (fcntl), and the replicas of the past then
 * take the service's readers for dead.
 */
const isLock = (name: string): boolean => name.endsWith('-lock');

/** The files under the folder that hold the text in UTF-8 or UTF-16, whatever the case of its letters. */
export function filesHolding(folder: string, text: string): string[] {
  const lower = text.toLowerCase();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !isLock(name))
    .map((name) => join(folder, name))
    .filter((path) => {
      if (!statSync(path).isFile()) return false;
      const bytes = readFileSync(path);
      // UTF-16 begins at an even or an odd byte.
      const forms = [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')];
      return forms.some((form) => form.toLowerCase().includes(lower));
    });
}

/** The marks that are found in the files of a folder, as they are written. */
export const marksIn = (folder: string, marks: readonly string[]): string[] => {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return marks.filter((mark) => files.some((file) => file.includes(mark)));
};
