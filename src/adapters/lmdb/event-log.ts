/**
 * The embedded event log: LMDB in this process. Only one process may use a folder: whoever opens it holds the lock of the data folder
 * (`src/cli/data-lock.ts`).
 *
 * An append is acknowledged once it is on the disk, and only acknowledged events are shown to readers. LMDB's readers see a commit
 * before it is flushed. So every read stops at the newest flushed position, and live subscribers receive events after the flush.
 */
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { during } from '../../define/under-way.ts';
import { exists, type FreeBytes, makeFolder, syncPath } from '../../folders.ts';
import { assertStreamName, type EventLog, EventLogDamaged, endProcess } from '../../ports/event-log.ts';
import { limits } from '../../vocabulary/limits.ts';
import { appendQueue } from './append-queue.ts';
import { recordDigest, whyDamaged } from './file-check.ts';
import { bytesOfWrites, spaceOf } from './free-space.ts';
import { logContext } from './log-context.ts';
import { openLogFile } from './log-file.ts';
import { readAll, readChunk, readStream } from './log-reading.ts';
import { copyLog } from './log-scrub.ts';
import { logSubscriptions } from './log-subscriptions.ts';
import { commitBatch, swapFile, truncateStreams } from './log-writing.ts';
import { currentFile } from './numbered-file.ts';
import { serializeEvent } from './stored-event.ts';
import { storedLog } from './stored-log.ts';

export type LmdbEventLogOptions = {
  /** Appends are refused when less than this would remain free on the disk. */
  readonly minimumFreeBytes?: number;
  readonly freeBytes?: FreeBytes;
  /** Called when a flush failed or a listener missed events. The log cannot continue: the function must end the process. */
  readonly onFatal?: (error: Error) => void;
};

export const openLmdbEventLog = async (folder: string, options: LmdbEventLogOptions = {}): Promise<EventLog> => {
  await makeFolder(folder);
  const path = await currentFile(folder, 'log');
  await refuseDamaged(folder, path);
  const isNew = !(await exists(path));
  const log = runLog(folder, path, options);
  // The names of the file and of the folder must be on the disk too.
  await syncPath(folder);
  await syncPath(dirname(resolve(folder)));
  if (isNew) await recordDigest(folder, 'log', path);
  return log;
};

/** Throws EventLogDamaged. */
export const refuseDamaged = async (folder: string, path: string): Promise<void> => {
  const why = await whyDamaged(folder, 'log', path);
  if (why === undefined) return;
  throw new EventLogDamaged(
    `the event log ${path} is damaged: ${why}. Put back a backup of its folder, or move the folder away: then \`verbatim restore\` can take a ` +
      'backup, or a start begin with an empty log. Nothing was changed',
  );
};

const runLog = (folder: string, path: string, options: LmdbEventLogOptions): EventLog => {
  const { minimumFreeBytes = limits.keptFreeByWritesBytes, onFatal = endProcess } = options;
  const space = spaceOf(folder, options.freeBytes);
  const whyNoSpace = (bytes: number): Promise<string | undefined> => space.whyNot(bytes, minimumFreeBytes);
  /** A truncation frees space at the next scrub. */
  const assertRoomToRemove = (entries: number): Promise<void> =>
    space.assertRoom(bytesOfWrites(entries), Math.min(minimumFreeBytes, limits.keptFreeByRemovalsBytes));
  /** Other programs may fill the disk while a copy is written. */
  const assertRoomToCopy = (bytes: number): Promise<void> => space.assertRoom(bytes, minimumFreeBytes / 2);
  const log = logContext(openLogFile(path, { durable: true }), onFatal);
  const subscriptions = logSubscriptions({
    tail: () => log.tail,
    read: (after, prefixes) => readChunk(log, after, prefixes),
    onFailure: (error) => log.fatal(error),
  });
  const queue = appendQueue(
    (batch) => commitBatch(log, batch, whyNoSpace, subscriptions.publish),
    (batch) => truncateStreams(log, batch, assertRoomToRemove),
  );
  let scrubbing: Promise<void> | undefined;
  /** Copies that are being made for a scrub or a backup. */
  const copying = new Set<Promise<void>>();
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw new Error('the event log is closed');
    log.assertSound();
  };

  const scrub = async (): Promise<void> => {
    // Truncations that were requested before this call are completed first.
    await queue.alone(async () => log.assertSound());
    if (log.file.removed() === 0) return;
    await space.assertRoomForCopy(log.file.path, minimumFreeBytes);
    const copy = await copyLog(log.file, log.tail, assertRoomToCopy);
    await queue.alone(() => swapFile(log, copy));
  };

  const copyInto: EventLog['copyInto'] = async (target, body) => {
    await queue.alone(async () => log.assertSound());
    const { size } = await stat(log.file.path);
    await spaceOf(target, options.freeBytes).assertRoomForFile(size, minimumFreeBytes);
    const { tail } = log;
    await body(storedLog(() => log.file, tail, assertOpen));
  };

  const close = async (): Promise<void> => {
    await Promise.allSettled(copying);
    // Waits for everything that is in the queue.
    await queue.alone(async () => {});
    await subscriptions.stopAll();
    await log.file.close();
    await recordDigest(folder, 'log', log.file.path);
  };

  return {
    async append(stream, events, expected) {
      assertOpen();
      assertStreamName(stream);
      const serialized = events.map((event) => ({ id: event.id, body: serializeEvent(event) }));
      const sizes = serialized.map(({ body }) => Buffer.byteLength(body));
      if (sizes.some((size) => size > limits.eventBytesMax)) return { ok: false, reason: 'too-large' };
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
      // A scrub may have copied the events already, and a truncation now would be undone by the copy. A backup compares its copy with the
      // log.
      while (copying.size > 0) await Promise.allSettled(copying);
      await queue.truncate({ stream, before });
    },

    async scrub() {
      assertOpen();
      scrubbing ??= during(copying, scrub()).finally(() => {
        scrubbing = undefined;
      });
      return scrubbing;
    },

    async copyInto(target, body) {
      assertOpen();
      return during(copying, copyInto(target, body));
    },

    async pauseWrites(work) {
      assertOpen();
      await queue.alone(work);
    },

    readerLost: () => log.file.forgetDeadReaders(),

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
