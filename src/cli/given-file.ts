import { readFile } from 'node:fs/promises';
import { UsageError } from './subcommand.ts';
import { isSystemError } from './system-error.ts';

/** The text of a file that was named by an option. Throws UsageError if it cannot be read. `hint`: what to do if there is no file. */
export async function textOfFile(path: string, hint = ''): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const isMissing = 'code' in error && error.code === 'ENOENT';
    throw new UsageError(isMissing ? `there is no file ${path}${hint}` : `${path}: ${error.message}`);
  }
}
