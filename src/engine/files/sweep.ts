/** Removes the bytes of uploads that were interrupted. */
import type { Logger } from '../logger.ts';
import type { Contents } from './contents.ts';

/** Bytes of uploads are swept when they are so old and no file has them. */
const orphanAgeMs = 24 * 60 * 60 * 1000;

/** If the file store is out of reach, the scrub of the log still completes, and the next one sweeps. */
export async function sweepFiles(contents: Contents, logger: Logger): Promise<void> {
  try {
    const removed = await contents.sweep(Date.now() - orphanAgeMs);
    if (removed > 0) logger.info({ removed }, 'removed bytes of uploads that were interrupted');
  } catch (error) {
    logger.warn({ err: error }, 'bytes of interrupted uploads could not be looked for');
  }
}
