/**
 * Opens the configured stores. Only this file imports adapters. The clients of other stores than the embedded ones are large, and are
 * loaded only if they are used.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EventStoreNotice } from './adapters/eventstoredb/store-context.ts';
import { openFolderFileReader, openFolderFileStore } from './adapters/folder/file-store.ts';
import { openLmdbEventLog } from './adapters/lmdb/event-log.ts';
import { fillLmdbLog } from './adapters/lmdb/fill-log.ts';
import { openLmdbLogReader } from './adapters/lmdb/log-reader.ts';
import { openLmdbLogToVerify } from './adapters/lmdb/log-to-verify.ts';
import { openLmdbReadStore } from './adapters/lmdb/read-store.ts';
import { scratchCopy, scratchLink } from './adapters/lmdb/scratch-copy.ts';
import type { FillLog, OpenFiles, OpenFilesToRead, OpenLogToVerify } from './cli/application.ts';
import { isExpectedError } from './cli/expected-errors.ts';
import { isSystemError } from './cli/system-error.ts';
import { type Config, ConfigError } from './config.ts';
import { type Instruments, noInstruments } from './engine/instruments.ts';
import type { Logger } from './engine/logger.ts';
import type { EventLog } from './ports/event-log.ts';
import { type LogReader, readerOf } from './ports/log-reader.ts';
import type { CopiedStore, ReadStore } from './ports/read-store.ts';
import type { WhilePaused } from './ports/while-paused.ts';

export async function openEventLog(
  { eventLog, eventLogNamespace: namespace, data, scavengeUrls }: Config,
  logger: Logger,
  { inDoubtResolved, subscriptionDropped }: Instruments,
): Promise<EventLog> {
  if (eventLog === 'embedded') return openLmdbEventLog(join(data, 'log'));
  const onNotice = (notice: EventStoreNotice): void => {
    if (notice.kind === 'append-resolved') inDoubtResolved(notice.written ? 'written' : 'not-written');
    if (notice.kind === 'subscription-dropped') subscriptionDropped();
    logger.warn({ notice }, 'the event log');
  };
  const { openEventStoreLog } = await import('./adapters/eventstoredb/event-log.ts');
  // KurrentDB, the successor of EventStoreDB, speaks the same protocol under another scheme.
  const connectionString = eventLog.replace(/^kurrentdb/, 'esdb');
  return asSet('VERBATIM_EVENT_LOG', () => openEventStoreLog(connectionString, { namespace, scavengeUrls, onNotice }));
}

/** A read-only view of the same log, for a process beside the one that serves. */
export const openLogReader = async (config: Config, logger: Logger, whilePaused: WhilePaused): Promise<LogReader> =>
  config.eventLog === 'embedded'
    ? openLmdbLogReader(join(config.data, 'log'), whilePaused)
    : readerOf(await openEventLog(config, logger, noInstruments));

/** The same log, for a reader that does not trust its contents. */
export const openLogToVerify: OpenLogToVerify = (config, logger, whilePaused) =>
  config.eventLog === 'embedded'
    ? openLmdbLogToVerify(join(config.data, 'log'), whilePaused)
    : openEventLog(config, logger, noInstruments);

/** An embedded log to restore a backup into. */
export const fillLog: FillLog = ({ data }, bytes) => fillLmdbLog(join(data, 'log'), bytes);

export const openReadStore = async ({ readStore, data }: Config, logger: Logger): Promise<ReadStore> => {
  if (readStore !== 'embedded') {
    const { openMongoReadStore } = await import('./adapters/mongodb/read-store.ts');
    return asSet('VERBATIM_READ_STORE', () => openMongoReadStore(readStore));
  }
  const onDiscard = (file: string): void =>
    logger.warn(
      { file },
      'the read models are of another version, were not closed or are damaged: building them again from the log',
    );
  return openLmdbReadStore(join(data, 'read-models'), { onDiscard });
};

/** A closed store in a folder, which is not changed. `isWhole`: it is copied. Otherwise it is read in place, and new writes are kept apart. */
export type Begun = { readonly folder: string; readonly isWhole: boolean };

/**
 * A temporary read store in a folder of its own, which is removed when the store is closed or the process ends. It begins with the
 * documents of a closed store. Without one, or if that store cannot be read, it is empty.
 */
export async function openScratchStore(within = tmpdir(), begun?: Begun): Promise<CopiedStore> {
  const folder = await mkdtemp(join(within, 'verbatim-replay-'));
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const below = join(folder, 'below');
  const isOver = begun !== undefined && !begun.isWhole && (await scratchLink(begun.folder, below));
  if (begun && !isOver) await scratchCopy(begun.folder, folder);
  const store = await openLmdbReadStore(folder, { isScratch: true, ...(isOver && { over: below }) });
  return {
    ...store,
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
      process.off('exit', removeNow);
    },
  };
}

export const openFiles: OpenFiles = async ({ uploads, data }) => {
  if (!isBucket(uploads))
    return asSet('VERBATIM_UPLOADS', () =>
      openFolderFileStore(folderOf(uploads, data), { isOwn: uploads === 'embedded' }),
    );
  const { openS3FileStore } = await import('./adapters/s3/file-store.ts');
  return openS3FileStore(uploads, { incoming: join(data, 'uploads', 'incoming') });
};

/** The same, beside the process that stores them. */
export const openFilesToRead: OpenFilesToRead = async ({ uploads, data }) => {
  if (!isBucket(uploads)) return openFolderFileReader(folderOf(uploads, data));
  return (await import('./adapters/s3/file-store.ts')).openS3FileReader(uploads);
};

/** Opens what a setting names. An error names the setting, unless it already says that a store is out of reach or damaged. */
async function asSet<T>(variable: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Error) || (isExpectedError(error) && !isSystemError(error))) throw error;
    throw new ConfigError(`${variable} cannot be used: ${error.message}`, { cause: error });
  }
}

const folderOf = (uploads: string, data: string): string =>
  uploads === 'embedded' ? join(data, 'uploads') : resolve(uploads);

const isBucket = (uploads: string): boolean => /^s3(\+http)?:/.test(uploads);
