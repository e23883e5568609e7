/** Writes a snapshot part by part. The last commit writes its head and removes the parts of the previous snapshot. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lease, ReadStore, Write } from '../../ports/read-store.ts';
import {
  checksumOf,
  cutIntoParts,
  type Generation,
  type Head,
  headId,
  type Part,
  partId,
  snapshotParts,
  snapshotVersion,
} from './documents.ts';
import type { Page } from './pages.ts';

type About = Pick<Head, 'position' | 'at' | 'landmarks'>;

const partsMax = 1_000_000;

const put = (id: string, document: Part | Head): Write => ({ model: snapshotParts.name, op: 'put', id, document });

/** Resolves with the size of the snapshot in bytes. */
export async function writeSnapshot(
  store: ReadStore,
  lease: Lease,
  saved: Head | undefined,
  about: About,
  pages: readonly Page[],
): Promise<number> {
  const generation: Generation = saved?.generation === 'a' ? 'b' : 'a';
  const checksums: string[] = [];
  let size = 0;
  for (const part of cutIntoParts(pages)) {
    const [number, checksum] = [checksums.length, checksumOf(part)];
    const document: Part = { generation, number, checksum, bytes: part.toString('base64') };
    await store.commit([put(partId(generation, number), document)], undefined, lease);
    checksums.push(checksum);
    size += part.length;
    await nextTurn();
  }
  const parts = checksums.length;
  const head: Head = {
    ...about,
    version: snapshotVersion,
    generation,
    parts,
    checksum: checksumOf(Buffer.from(checksums.join())),
    bytes: size,
  };
  const stale = await staleParts(store, generation, parts);
  await store.commit([put(headId, head), ...stale], undefined, lease);
  return size;
}

/** All parts that do not belong to the new snapshot, including the parts of an unfinished one. */
async function staleParts(store: ReadStore, generation: Generation, parts: number): Promise<Write[]> {
  const keys = await store.snapshot((view) =>
    view.scanKeys(snapshotParts, 'byGeneration', { prefix: [], limit: partsMax }),
  );
  return (keys as [Generation, number][])
    .filter(([of, number]) => of !== generation || number >= parts)
    .map(([of, number]) => ({ model: snapshotParts.name, op: 'remove', id: partId(of, number) }));
}
