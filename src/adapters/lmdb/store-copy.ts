/** A copy of a store in a folder of its own: the file, and what a start looks at before it trusts one. */
import { recordDigest } from './file-check.ts';
import { currentFile, syncPath } from './numbered-file.ts';
import { shutdownMarker } from './shutdown-marker.ts';

/** `copy`: writes the file at a path. */
export const storeCopied = async (
  folder: string,
  name: string,
  format: number,
  copy: (path: string) => Promise<void>,
): Promise<void> => {
  const path = await currentFile(folder, name);
  await copy(path);
  await syncPath(path);
  await recordDigest(folder, name, path);
  await shutdownMarker(folder, name, format, undefined).markSynced();
};
