/**
 * A backup of an embedded log is a folder of two files, and of the uploaded files. `log.ndjson` has a line for each event, as stored and in
 * log order, and then a line for each log stream whose newest event was truncated. Each line ends with a check (checked-lines.ts), so that
 * damage is found where it begins. (A damaged LMDB file could end the process that opens it.) `manifest.json` is one such line. It is written
 * last, so that a folder without it is not a backup.
 */
import { z } from 'zod';
import { RollingCheck } from './checked-lines.ts';
import { MoveRefused } from './export-format.ts';

export const logName = 'log.ndjson';
export const manifestName = 'manifest.json';

export const Manifest = z.object({
  format: z.literal('verbatim-backup'),
  version: z.literal(2),
  /** When the copy was complete, as an ISO date. */
  at: z.string(),
  /** The position of the log's newest event. */
  tail: z.int().nonnegative(),
  events: z.int().nonnegative(),
  emptied_streams: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** SHA-256 of `log.ndjson`, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The uploaded files in the folder `files` (backup-uploads.ts). */
  uploads: z.object({ files: z.int().nonnegative(), bytes: z.int().nonnegative() }),
});
export type Manifest = z.infer<typeof Manifest>;

const place = { revision: z.int().nonnegative(), stream: z.string().regex(/^[\x21-\x7e]{1,500}$/) };

/** The fields of an event that a restore needs. The rest is copied unchanged. */
export const EventLine = z.object({ position: z.int().positive(), event: z.looseObject(place) });
export const EmptiedLine = z.object({ position: z.int().positive(), emptied: z.object(place) });

export const manifestLine = (manifest: Manifest): string => new RollingCheck().line(manifest);

/** Names the damaged part of a backup by the log's positions. */
export class DamagedBackup extends MoveRefused {
  override name = 'DamagedBackup';
}
