/** Expected errors, which are printed in one line because their messages say enough. */
import { MoveRefused } from '../audit/export-format.ts';
import { ConfigError } from '../config.ts';
import { NoteRefused } from '../ledger/signed-note.ts';
import { EventLogDamaged, EventLogUnavailable } from '../ports/event-log.ts';
import { FileStoreFull, FileStoreUnavailable } from '../ports/file-store.ts';
import { ReadStoreUnavailable } from '../ports/read-store.ts';
import { LogExists } from '../ports/stored-log.ts';
import { ReplayRefused } from '../replay/survey.ts';
import { ReviewRefused } from '../review/survey.ts';
import { DataInUse } from './data-lock.ts';
import { FormerSecretMissing, WrongSecret } from './recorded-secret.ts';
import { Differs, UsageError } from './subcommand.ts';
import { isSystemError } from './system-error.ts';

const expectedTypes = [
  UsageError,
  Differs,
  ConfigError,
  DataInUse,
  WrongSecret,
  FormerSecretMissing,
  EventLogUnavailable,
  EventLogDamaged,
  ReadStoreUnavailable,
  FileStoreFull,
  FileStoreUnavailable,
  MoveRefused,
  ReplayRefused,
  ReviewRefused,
  NoteRefused,
  LogExists,
];

export const isExpectedError = (error: unknown): error is Error =>
  expectedTypes.some((type) => error instanceof type) || isSystemError(error);
