/** Replaces a file in one step. A reader, and a start after a crash, finds either the old or the new file complete. */
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '../folders.ts';

export async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
  await syncPath(dirname(path));
}
