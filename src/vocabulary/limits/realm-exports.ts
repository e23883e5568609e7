/** Limits of exports of what every member may read. */
import { type Limit, limit, refusedBadRequest, valuesOf } from './limit.ts';

export const realmExportLimits = {
  realmExportsPerWeekMax: limit(
    5,
    'exports of what every member may read that the administrators of an organization ask for in seven days',
    'each is all that was said in public',
    refusedBadRequest,
  ),
  realmExportDaysMax: limit(
    7,
    'days for which such an export can be downloaded',
    'what is not needed any more should not be within reach',
    'it counts as deleted',
  ),
  realmExportDownloadsMax: limit(
    20,
    'downloads of one such export',
    'each reads all messages of the organization',
    refusedBadRequest,
  ),
  realmExportsReadAtOnceMax: limit(
    1,
    'downloads of such exports that are under way at the same time in an organization, of one process',
    'each reads all messages of the organization',
    '429, until the other has ended',
  ),
  realmExportsListedMax: limit(
    100,
    'newest such exports of an organization in a listing and in memory',
    'the earlier ones are long over; the trail has them',
    'the earlier ones are left out',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const {
  realmExportsPerWeekMax,
  realmExportDaysMax,
  realmExportDownloadsMax,
  realmExportsReadAtOnceMax,
  realmExportsListedMax,
} = valuesOf(realmExportLimits);
