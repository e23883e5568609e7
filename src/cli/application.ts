/** The service as the command line sees it. `main.ts` opens it on the stores that the configuration names. */
import type { Config } from '../config.ts';
import type { Logger } from '../engine/logger.ts';
import type { RebuildProgress } from '../engine/project/rebuild.ts';
import type { LedgerKeys } from '../engine/seal/ledger-keys.ts';
import type { Watch } from '../http/operations/operations.ts';
import type { Services } from '../http/services.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { LogToVerify } from '../ports/log-to-verify.ts';
import type { FillableLog } from '../ports/stored-log.ts';
import type { ReplayTools } from '../replay/opened-replay.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';

export type Application = {
  readonly services: Services;
  /** Its health and its metrics. */
  readonly watch: Watch;
  /** The event log itself, for export, import and backup. */
  readonly log: EventLog;
  /** The store of uploaded files, for backup. */
  readonly files: FileStore;
  /** What the start replayed: events, milliseconds, and the time of the snapshot that it started from, if any. */
  readonly replayed: { readonly events: number; readonly ms: number; readonly snapshotOf: Millis | undefined };
  /** Removes the bytes of deleted content from the disk, now. */
  scrub(): Promise<void>;
  /** Builds the read models again beside those in use, and puts them in their place. Throws RebuildRefused. */
  rebuild(progress: (progress: RebuildProgress) => void): Promise<RebuildProgress>;
  /** Resolves when all that is recorded of the organization up to the position is sealed. */
  sealed(realmId: RealmId, position: number): Promise<void>;
  /** Resolves when the state and the read models contain every event that is in the log now. */
  caughtUp(): Promise<void>;
  /** Ends polls, finishes commands in flight, closes the stores. */
  close(): Promise<void>;
};

/** Opens the store of uploaded files. */
export type OpenFiles = (config: Config) => Promise<FileStore>;

/** Makes an empty embedded log that is filled by a restore of this many bytes. */
export type FillLog = (config: Config, bytes: number) => Promise<FillableLog>;

/** What replays are made with, and how the log is opened to be read alone. */
export type PastTools = ReplayTools & { readonly openReader: (config: Config) => Promise<LogReader> };

/** Opens the log for a reader that does not trust it, also where no application can be opened over it. */
export type OpenLogToVerify = (config: Config, logger: Logger) => Promise<LogToVerify>;

/** What the command line is given: how an application, or only its log, is opened. */
export type Program = {
  readonly open: OpenApplication;
  readonly fillLog: FillLog;
  readonly openFiles: OpenFiles;
  readonly openLogToVerify: OpenLogToVerify;
  readonly replayTools: () => Promise<PastTools>;
};

export type OpenApplication = (
  config: Config,
  /** API keys, tokens and fingerprints of addresses are derived from it. Two where one replaces the other: the log says which is in use. */
  secret: string | readonly string[],
  logger: Logger,
  /** Called every second while the log is replayed. */
  progress?: (events: number) => void,
  /** What signs the ledger; absent: the key in the data folder. */
  keys?: LedgerKeys,
) => Promise<Application>;
