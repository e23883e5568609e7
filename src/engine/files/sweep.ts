/** Removes the bytes of uploads that were interrupted. */
import { dayMs } from '../../vocabulary/day.ts';
import type { Logger } from '../logger.ts';
import type { Contents } from './contents.ts';

/** Bytes without a file are swept at this age. */
const orphanAgeMs = dayMs;

/** If the file store is out of reach, the scrub of the log completes all the same, and the next scrub sweeps the files. */
export async function sweepFiles(contents: Contents, logger: Logger): Promise<void> {
  try {
    const removed = await contents.sweep(Date.now() - orphanAgeMs);
    if (removed > 0) logger.info({ removed }, 'removed bytes of uploads that were interrupted');
  } catch (error) {
    logger.warn({ err: error }, 'bytes of interrupted uploads could not be looked for');
  }
}
