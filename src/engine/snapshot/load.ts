/** Reads the snapshot from the read store, if it is complete and belongs to this version and this log. */
import type { LogReader } from '../../ports/log-reader.ts';
import { type ReadStore, ReadStoreUnavailable, type ReadView } from '../../ports/read-store.ts';
import { holdsLandmarks } from '../log-identity.ts';
import type { Logger } from '../logger.ts';
import {
  checksumOf,
  type Head,
  headId,
  PageReader,
  partId,
  snapshotHead,
  snapshotParts,
  snapshotVersion,
} from './documents.ts';
import { Assembly, type Moment } from './pages.ts';

export type Loaded = Moment & { readonly head: Head };

/**
 * Undefined if there is no usable snapshot; then the log is followed from its beginning. `upTo`: the position of the read models. A snapshot
 * beyond it is not used, because the read models must absorb every later event.
 */
export async function loadSnapshot(
  store: ReadStore,
  log: Pick<LogReader, 'readStream'>,
  upTo: number,
  logger: Logger,
): Promise<Loaded | undefined> {
  const unusable = (why: string, error?: unknown): undefined =>
    logger.info({ why, ...(error === undefined ? {} : { err: error }) }, 'the snapshot is not used') as undefined;
  return store.snapshot(async (view) => {
    const head = await view.get(snapshotHead, headId);
    if (!head) return undefined;
    if (head.version !== snapshotVersion) return unusable('it is of another version');
    if (head.position > upTo) return unusable('the read models are behind it');
    if (!(await holdsLandmarks(log, head.landmarks))) return unusable('it is of another log');
    try {
      return { ...(await assembled(view, head)), head };
    } catch (error) {
      if (error instanceof ReadStoreUnavailable) throw error;
      return unusable('it is damaged', error);
    }
  });
}

async function assembled(view: ReadView, head: Head): Promise<Moment> {
  const assembly = new Assembly();
  const reader = new PageReader();
  const checksums: string[] = [];
  for (let number = 0; number < head.parts; number += 1) {
    const part = await view.get(snapshotParts, partId(head.generation, number));
    const bytes = Buffer.from(part?.bytes ?? '', 'base64');
    const checksum = checksumOf(bytes);
    if (part?.checksum !== checksum) throw new Error(`part ${number} of the snapshot is damaged`);
    checksums.push(checksum);
    for (const page of reader.push(bytes)) assembly.take(page);
  }
  if (!reader.isAtEnd || checksumOf(Buffer.from(checksums.join())) !== head.checksum)
    throw new Error('the parts belong to different snapshots');
  return assembly.finish();
}
