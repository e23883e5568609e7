/**
 * The embedded event log: LMDB in this process, one process a folder.
 *
 * What is acknowledged is on the disk, and nothing else is ever shown: LMDB's readers see a commit before it is flushed,
 * so every read stops at the newest flushed position, and live subscribers are fed by the acknowledgement.
 */
import { dirname, resolve } from 'node:path';
import type { EventLog } from '../../ports/event-log.ts';
import { appendQueue } from './append-queue.ts';
import { lockFolder } from './folder-lock.ts';
import {
  assertRoomForCopy,
  type FreeBytes,
  freeBytesOf,
  freeSpaceGate,
  minimumFreeBytesDefault,
} from './free-space.ts';
import { logContext } from './log-context.ts';
import { openLogFile } from './log-file.ts';
import { readAll, readStream, readStretch } from './log-reading.ts';
import { copyLog } from './log-scrub.ts';
import { logSubscriptions } from './log-subscriptions.ts';
import { commitBatch, swapFile, truncateStream } from './log-writing.ts';
import { currentFile, syncPath } from './numbered-file.ts';
import { serializeEvent } from './stored-event.ts';

export type LmdbEventLogOptions = {
  /** Appends are refused rather than leave less than this on the disk. */
  readonly minimumFreeBytes?: number;
  readonly freeBytes?: FreeBytes;
  /** A flush failed or a listener lost events, so that nothing can be promised any more: must end the process. */
  readonly onFatal?: (error: Error) => void;
};

const eventBytesMax = 1024 * 1024;
/** The limit keeps names within LMDB's keys, with room. */
const streamName = /^[\x21-\x7e]{1,500}$/;

const endProcess = (error: Error): void => {
  process.stderr.write(`event log: ${error.stack ?? error.message}\n`);
  process.exit(70);
};

export const openLmdbEventLog = async (folder: string, options: LmdbEventLogOptions = {}): Promise<EventLog> => {
  const unlock = await lockFolder(folder, 'log');
  try {
    const log = runLog(folder, await currentFile(folder, 'log'), unlock, options);
    // A file is only as durable as its name.
    await syncPath(folder);
    await syncPath(dirname(resolve(folder)));
    return log;
  } catch (error) {
    unlock();
    throw error;
  }
};

const runLog = (folder: string, path: string, unlock: () => void, options: LmdbEventLogOptions): EventLog => {
  const { minimumFreeBytes = minimumFreeBytesDefault, freeBytes = freeBytesOf, onFatal = endProcess } = options;
  const whyNoSpace = freeSpaceGate(folder, minimumFreeBytes, freeBytes);
  const log = logContext(openLogFile(path, { durable: true }), onFatal);
  const subscriptions = logSubscriptions({
    tail: () => log.tail,
    read: (after, prefixes) => readStretch(log, after, prefixes),
    onFailure: (error) => log.fatal(error),
  });
  const queue = appendQueue((batch) => commitBatch(log, batch, whyNoSpace, subscriptions.publish));
  let scrubbing: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw new Error('the event log is closed');
    log.assertSound();
  };

  const scrub = async (): Promise<void> => {
    // What was to be truncated before this call is truncated once the queue comes here.
    await queue.alone(async () => log.assertSound());
    if (log.file.removed() === 0) return;
    await assertRoomForCopy(log.file.path, minimumFreeBytes, freeBytes);
    const copy = await copyLog(log.file, log.tail);
    await queue.alone(() => swapFile(log, copy));
  };

  const close = async (): Promise<void> => {
    await Promise.allSettled([scrubbing]);
    // Behind everything that stands in the queue.
    await queue.alone(async () => {});
    await subscriptions.stopAll();
    await log.file.close();
    unlock();
  };

  return {
    async append(stream, events, expected) {
      assertOpen();
      if (!streamName.test(stream)) throw new RangeError(`not a log stream's name: ${stream}`);
      const serialized = events.map((event) => ({ id: event.id, body: serializeEvent(event) }));
      const sizes = serialized.map(({ body }) => Buffer.byteLength(body));
      if (sizes.some((size) => size > eventBytesMax)) return { ok: false, reason: 'too-large' };
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      return await queue.append({ stream, expected, events: serialized, bytes });
    },

    async readStream(stream, { direction = 'forward', from, limit = Number.POSITIVE_INFINITY } = {}) {
      return readStream(log, assertOpen, stream, { backward: direction === 'backward', from, limit });
    },

    readAll(after, prefixes = []) {
      assertOpen();
      return readAll(log, assertOpen, after, log.tail, prefixes);
    },

    subscribe(after, prefixes, listener) {
      assertOpen();
      return subscriptions.subscribe(after, prefixes, listener);
    },

    async truncate(stream, before) {
      assertOpen();
      // A scrub copies the file as it stands: what is truncated meanwhile would come back with the copy.
      while (scrubbing !== undefined) await Promise.allSettled([scrubbing]);
      await queue.alone(() => truncateStream(log, stream, before));
    },

    async scrub() {
      assertOpen();
      scrubbing ??= scrub().finally(() => {
        scrubbing = undefined;
      });
      return scrubbing;
    },

    async tail() {
      assertOpen();
      return log.tail;
    },

    close() {
      closing ??= close();
      return closing;
    },
  };
};
