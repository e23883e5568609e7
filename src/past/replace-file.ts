/** Puts a file in the place of another one of the same name: a reader, and a start after a crash, finds one of the two whole. */
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../folders.ts';

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
  await syncFolder(dirname(path));
}
