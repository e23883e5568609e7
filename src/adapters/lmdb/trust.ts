/** Decides which file of a folder a store may open, and writes the marks by which the next start trusts it. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { syncPath, unlessMissing } from '../../folders.ts';
import { recordDigest, whyDamaged } from './file-check.ts';
import { currentFile, newestFile, removeFile } from './numbered-file.ts';
import { shutdownMarker } from './shutdown-marker.ts';

export type Trust = {
  readonly bootId?: BootId;
  /** Whether the folder is removed after the store is closed. Then nothing is written for the next start. */
  readonly isScratch?: boolean;
  /** Called with the path of a file that is not trusted, before it is removed. */
  readonly onDiscard?: (path: string) => void;
};

/**
 * `closed`: must be called after closing, with the path of the file that was in use at the end, unless it is damaged. `damaged`: must be
 * called when the file turns out to be damaged.
 */
export type Trusting = { closed(last: string): Promise<void>; damaged(): Promise<void> };
/** `path`: the file, which may not exist yet. */
type TrustedFile = Trusting & { readonly path: string };

/** Removes a file that cannot be trusted or is of another format. */
export async function trustedFile(
  folder: string,
  name: string,
  format: number,
  { bootId = bootIdOf, isScratch = false, onDiscard }: Trust,
): Promise<TrustedFile> {
  const marker = shutdownMarker(folder, name, format, await bootId());
  const path = await currentFile(folder, name);
  const isUsable = (await marker.isTrustworthy()) && (await whyDamaged(folder, name, path)) === undefined;
  if (!isUsable) {
    if (existsSync(path)) onDiscard?.(path);
    await removeFile(path);
  }
  if (isScratch) return { path, closed: async () => undefined, damaged: async () => undefined };
  await marker.markOpen();
  return {
    path,
    damaged: () => marker.unmark(),
    async closed(last) {
      await recordDigest(folder, name, last);
      await syncPath(last);
      await marker.markSynced();
    },
  };
}

/**
 * The path of the file of a closed store in a folder. Undefined if there is none that can be trusted. The file may be removed at any time.
 */
export async function closedFile(folder: string, name: string, format: number): Promise<string | undefined> {
  try {
    const path = await newestFile(folder, name);
    if (!(await shutdownMarker(folder, name, format, undefined).isTrustworthy())) return undefined;
    return (await whyDamaged(folder, name, path)) === undefined ? path : undefined;
  } catch {
    // The folder is being removed, or cannot be read.
    return undefined;
  }
}

/** Undefined if the operating system has no such id. */
type BootId = () => Promise<string | undefined>;

const bootIdOf: BootId = async () => {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch (error) {
    return unlessMissing(error);
  }
};
