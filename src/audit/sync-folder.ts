import { open } from 'node:fs/promises';

/** Makes the names of a folder's files durable. A new or renamed file is on the disk only after this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
