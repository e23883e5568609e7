/** Limits of exports for review. */
import { type Limit, limit, refused400, refusedBadRequest } from './limit.ts';

export const exportLimits = {
  exportsUnderWayMax: limit(
    10,
    'exports for review of an organization that are not finished',
    'they are made one after the other, each in a pass through the log',
    refusedBadRequest,
  ),
  exportsKeptMax: limit(
    100,
    'exports for review of an organization that have a file',
    'the files stay on the disk',
    refusedBadRequest,
  ),
  exportNamesMax: limit(
    500,
    'users that an export for review names, and as many streams and topics',
    'one event has all names',
    refused400,
  ),
  exportFilesMax: limit(
    100_000,
    'files in an export for review',
    'their names and hashes stay in memory until the manifest is written',
    'the export fails with `too-large`: ask for a narrower scope, or for lines or tables instead of mail',
  ),
  exportBytesMax: limit(
    64 * 1024 ** 3,
    'bytes of an export for review',
    'other data needs the disk, too',
    'the export fails with `too-large`: ask for a narrower scope',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
