/**
 * Tells whether a store that is written without syncing can be trusted when it is opened. What a process wrote survives the end of the
 * process, but not that of the machine. So a small file beside the store says either that everything was synced when the store
 * was closed, or during which boot of the machine it was last open. It also names the format of the store: one of another
 * format is not trusted either.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasErrorCode } from './error-code.ts';
import { syncPath } from './numbered-file.ts';

const Marker = z.object({ format: z.number(), state: z.enum(['synced', 'open']), bootId: z.string().nullable() });
type Marker = z.infer<typeof Marker>;

const read = async (path: string): Promise<Marker | undefined> => {
  try {
    const text = await readFile(path, 'utf8');
    const marker = Marker.safeParse(text === '' ? undefined : JSON.parse(text));
    return marker.success ? marker.data : undefined;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const write = async (folder: string, path: string, marker: Marker): Promise<void> => {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(JSON.stringify(marker));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncPath(folder);
};

/** `format`: raised when this version writes what an earlier one could not read, or the other way round. */
export const shutdownMarker = (folder: string, name: string, format: number, bootId: string | undefined) => {
  const path = join(folder, `${name}.state`);
  return {
    /** False also where the marker is missing, torn, or written by a version that kept another format. */
    async isTrustworthy(): Promise<boolean> {
      const marker = await read(path);
      if (marker?.format !== format) return false;
      return marker.state === 'synced' || (bootId !== undefined && marker.bootId === bootId);
    },
    /** Before the store is opened for writing. */
    markOpen: (): Promise<void> => write(folder, path, { format, state: 'open', bootId: bootId ?? null }),
    /** After everything was synced and closed. */
    markSynced: (): Promise<void> => write(folder, path, { format, state: 'synced', bootId: null }),
  };
};
