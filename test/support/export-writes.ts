/** Short functions for past events of `audit-1.records` about exports for review. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { EventId, ExportId } from '../../src/vocabulary/ids.ts';
import { inAudit } from './audit-writes.ts';
import { type Given, testNow } from './given.ts';

export const everything = { userIds: [], channelIds: [], topics: [], since: null, until: null };
export const counts = { messages: 3, edits: 2, deleted: 1, reactions: 1, attachments: 0, conversations: 1 };
export const lastEvent = '00000000-0000-4000-8000-000000000001' as EventId;
export const made = { bytes: 4_711, sha256: 'ab', ...counts, lastEvent, checkpointSize: 9 };

export const exportAsked = (id: number, more: Partial<DataOf<'ExportRequested'>> = {}, by = 2): Given =>
  inAudit(
    'ExportRequested',
    { exportId: id as ExportId, format: 'ndjson', ...everything, upTo: null, reason: 'case', ...more },
    by,
  );

export const exportMade = (id: number, expiresAt = testNow + 1_000): Given =>
  inAudit('ExportCompleted', { exportId: id as ExportId, ...made, expiresAt });

export const exportFailed = (id: number): Given =>
  inAudit('ExportFailed', { exportId: id as ExportId, cause: 'nothing' });

export const exportEnded = (id: number, cause: 'expired' | 'erased' = 'expired'): Given =>
  inAudit('ExportEnded', { exportId: id as ExportId, cause });

/** An export is asked for, or the newest one is made, or goes. */
export const exports = ({ exports: { byId, exportIdMax } }: RealmState): Given[] => {
  const newest = byId.get(exportIdMax as ExportId);
  if (!newest) return [exportAsked(exportIdMax + 1)];
  return [newest.expiresAt === undefined ? exportMade(exportIdMax) : exportEnded(exportIdMax)];
};
