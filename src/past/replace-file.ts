/** Replaces a file in one step. A reader, and a start after a crash, finds either the old or the new file complete. */
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '../folders.ts';

export async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  await writeFile(partial, text, { mode: 0o600, flush: true });
  await rename(partial, path);
  await syncPath(dirname(path));
}
