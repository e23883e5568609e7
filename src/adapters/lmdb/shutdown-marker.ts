/**
 * Decides whether a store that is written without syncing can be trusted when it is opened. Its writes survive the end of the process, but
 * not a crash of the machine. A small file beside the store records that everything was synced when the store was closed, or else during
 * which boot of the machine it was last open. The file also contains the format of the store. A store with another format is not trusted.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isMissing, syncPath } from '../../folders.ts';

const Marker = z.object({ format: z.number(), state: z.enum(['synced', 'open']), bootId: z.string().nullable() });
type Marker = z.infer<typeof Marker>;

const read = async (path: string): Promise<Marker | undefined> => {
  try {
    const text = await readFile(path, 'utf8');
    const marker = Marker.safeParse(text === '' ? undefined : JSON.parse(text));
    return marker.success ? marker.data : undefined;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const write = async (folder: string, path: string, marker: Marker): Promise<void> => {
  await writeFile(path, JSON.stringify(marker), { flush: true });
  await syncPath(folder);
};

/** `format` must be incremented when this version cannot read what an earlier version wrote, or the other way round. */
export const shutdownMarker = (folder: string, name: string, format: number, bootId: string | undefined) => {
  const path = join(folder, `${name}.state`);
  return {
    /** Also false if the marker is missing, incomplete, or of another format. */
    async isTrustworthy(): Promise<boolean> {
      const marker = await read(path);
      if (marker?.format !== format) return false;
      return marker.state === 'synced' || (bootId !== undefined && marker.bootId === bootId);
    },
    /** Must be called before the store is opened for writing. */
    markOpen: (): Promise<void> => write(folder, path, { format, state: 'open', bootId: bootId ?? null }),
    /** Must be called after the store was closed and synced. */
    markSynced: (): Promise<void> => write(folder, path, { format, state: 'synced', bootId: null }),
    /** The store is not trusted from now on. */
    unmark: (): Promise<void> => rm(path, { force: true }),
  };
};
