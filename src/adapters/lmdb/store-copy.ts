/** A copy of a store in a folder of its own: the file, and the marks that a start checks before it trusts a file. */
import { rm } from 'node:fs/promises';
import { recordDigest } from './file-check.ts';
import { currentFile } from './numbered-file.ts';
import { flushedCopy } from './paced-flush.ts';
import { shutdownMarker } from './shutdown-marker.ts';

/** `copy`: writes the file at a path. The file is then synced to the disk in pieces. */
export const storeCopied = async (
  folder: string,
  name: string,
  format: number,
  copy: (path: string) => Promise<void>,
): Promise<void> => {
  const path = await currentFile(folder, name);
  const unflushed = `${path}.partial`;
  await copy(unflushed);
  await flushedCopy(unflushed, path);
  await rm(unflushed);
  await recordDigest(folder, name, path);
  await shutdownMarker(folder, name, format, undefined).markSynced();
};
