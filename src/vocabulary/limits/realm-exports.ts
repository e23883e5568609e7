/** Limits of exports of what every member may read. */
import { type Limit, limit, refusedBadRequest } from './limit.ts';

export const realmExportLimits = {
  realmExportsPerWeekMax: limit(
    5,
    'exports for administrators that an organization requests in seven days',
    'each has all that was said in public',
    refusedBadRequest,
  ),
  realmExportDaysMax: limit(
    7,
    'days for which an export for administrators can be downloaded',
    'exports that are no longer needed should not stay available',
    'the export counts as deleted',
  ),
  realmExportDownloadsMax: limit(
    20,
    'downloads of one export for administrators',
    'each reads all messages of the organization',
    refusedBadRequest,
  ),
  realmExportsReadAtOnceMax: limit(
    1,
    'downloads of exports for administrators of one organization at the same time, from one process',
    'each reads all messages of the organization',
    '429 until the other download has ended',
  ),
  realmExportsListedMax: limit(
    100,
    'newest exports for administrators of an organization in a list and in memory',
    'earlier ones have ended long ago; the trail still has them',
    'earlier ones are not in the list',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
