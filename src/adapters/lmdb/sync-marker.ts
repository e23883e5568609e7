/**
 * Whether a store that is written without syncing can be trusted when it is opened. What a process wrote survives its
 * own death, but not that of the machine: so the marker tells either that everything was synced, or in which run of the
 * machine the store was last open.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasErrorCode } from './error-code.ts';
import { syncPath } from './generations.ts';

const Marker = z.union([z.object({ synced: z.literal(true) }), z.object({ openIn: z.string().nullable() })]);
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

export const syncMarker = (folder: string, name: string, bootId: string | undefined) => {
  const path = join(folder, `${name}.state`);
  return {
    /** A missing or torn marker vouches for nothing. */
    async isTrustworthy(): Promise<boolean> {
      const marker = await read(path);
      if (marker === undefined) return false;
      return 'synced' in marker || (bootId !== undefined && marker.openIn === bootId);
    },
    /** Before the store is opened for writing. */
    markOpen: (): Promise<void> => write(folder, path, { openIn: bootId ?? null }),
    /** After everything was synced and closed. */
    markSynced: (): Promise<void> => write(folder, path, { synced: true }),
  };
};
