/** The service for the command line. `main.ts` opens it on the configured stores. */
import type { Config } from '../config.ts';
import type { Logger } from '../engine/logger.ts';
import type { RebuildProgress } from '../engine/project/rebuild.ts';
import type { LedgerKeys } from '../engine/seal/ledger-keys.ts';
import type { Watch } from '../http/operations/operations.ts';
import type { Services } from '../http/services.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { FileReader, FileStore } from '../ports/file-store.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { LogToVerify } from '../ports/log-to-verify.ts';
import type { FillableLog } from '../ports/stored-log.ts';
import type { WhilePaused } from '../ports/while-paused.ts';
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
  /** What the start replayed: the number of events, the milliseconds, and the time of the snapshot that it began with, if any. */
  readonly replayed: { readonly events: number; readonly ms: number; readonly snapshotOf: Millis | undefined };
  /** Removes the bytes of deleted content from the disk, now. */
  scrub(): Promise<void>;
  /** Builds new read models beside those in use, and then replaces them. Throws RebuildRefused. */
  rebuild(progress: (progress: RebuildProgress) => void): Promise<RebuildProgress>;
  /** Resolves when all recorded events of the organization up to the position are sealed. */
  sealed(realmId: RealmId, position: number): Promise<void>;
  /** Resolves when the state and the read models contain every event that was in the log at the call. */
  caughtUp(): Promise<void>;
  /** Ends polls, finishes commands in flight, and closes the stores. */
  close(): Promise<void>;
};

export type OpenFiles = (config: Config) => Promise<FileStore>;

/** Opens the store of uploaded files for reading only. Another process may be using it. Nothing is changed. */
export type OpenFilesToRead = (config: Config) => Promise<FileReader>;

/** Makes an empty embedded log for a restore of this many bytes. */
export type FillLog = (config: Config, bytes: number) => Promise<FillableLog>;

/** The tools of replays, and the function that opens a read-only view of the log. */
type PastTools = ReplayTools & {
  readonly openReader: (config: Config, whilePaused: WhilePaused) => Promise<LogReader>;
};

/** Opens the log for a reader that does not trust it, even if no application can be opened on it. */
export type OpenLogToVerify = (config: Config, logger: Logger, whilePaused: WhilePaused) => Promise<LogToVerify>;

/** The functions with which the command line opens an application, or only its log. */
export type Program = {
  readonly open: OpenApplication;
  readonly fillLog: FillLog;
  readonly openFiles: OpenFiles;
  readonly openFilesToRead: OpenFilesToRead;
  readonly openLogToVerify: OpenLogToVerify;
  readonly replayTools: () => Promise<PastTools>;
};

/** The start of a service, which waits as long as necessary. */
export type Starting = {
  /** Called every second while the log is replayed. */
  readonly progress: (events: number) => void;
  /** Resolves when the service is to stop. */
  readonly stopped: Promise<unknown>;
  /** Looks at the log before anything is written or done. What it throws ends the start. */
  readonly look: (log: EventLog) => Promise<void>;
};

export type OpenApplication = (
  config: Config,
  /**
   * The secret from which API keys, tokens and fingerprints of addresses are derived. There are two while one replaces the other; the log
   * says which is in use.
   */
  secret: string | readonly string[],
  logger: Logger,
  /** Absent for a command: it fails if the log does not answer, because somebody waits for it. */
  starting?: Starting,
  /** The keys that sign the ledger. Absent: the key in the data folder. */
  keys?: LedgerKeys,
) => Promise<Application>;
