/** Limits of exports for review. */
import { type Limit, limit, refused400, refusedBadRequest, valuesOf } from './limit.ts';

export const exportLimits = {
  exportsUnderWayMax: limit(
    10,
    'exports for review of an organization that are not made yet',
    'one is made after the other, each in a pass through the log',
    refusedBadRequest,
  ),
  exportsKeptMax: limit(
    100,
    'exports for review of an organization that have a file',
    'they stay on the disk',
    refusedBadRequest,
  ),
  exportNamesMax: limit(
    500,
    'users, and as many streams and topics, that an export for review names',
    'they are one event',
    refused400,
  ),
  exportFilesMax: limit(
    100_000,
    'files in an export for review',
    'their names and hashes stay in memory until the manifest is written',
    'the export fails, and says so: a narrower scope, or lines or tables instead of mail',
  ),
  exportBytesMax: limit(
    64 * 1024 ** 3,
    'bytes of an export for review',
    'a disk is shared',
    'the export fails, and says so: a narrower scope is asked for',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const { exportsUnderWayMax, exportsKeptMax, exportNamesMax, exportFilesMax, exportBytesMax } =
  valuesOf(exportLimits);
