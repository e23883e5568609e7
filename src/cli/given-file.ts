import { readFile, stat } from 'node:fs/promises';
import { isMissing } from '../folders.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { isSystemError } from './system-error.ts';

/** The text of a file that an option names. Throws WrongValue if it cannot be read. `hint`: what to do if there is no file. */
export async function textOfFile(option: string, path: string, hint = ''): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // A RangeError: the file is longer than a text can be.
    if (!isSystemError(error) && !(error instanceof RangeError)) throw error;
    throw new WrongValue(option, isMissing(error) ? `there is no file ${path}${hint}` : `${path}: ${error.message}`);
  }
}

/** Throws WrongValue if an option does not name a file that can be read more than once. */
export async function assertFile(option: string, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new WrongValue(option, `there is no file ${path}`);
  if (!found.isFile()) throw new WrongValue(option, `${path} is not a file: an export is read more than once`);
}
