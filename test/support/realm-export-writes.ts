/** Short functions for past events of `audit-1.records` about exports of what every member may read. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { RealmExportId } from '../../src/vocabulary/ids.ts';
import { inAudit } from './audit-writes.ts';
import { type Given, testNow } from './given.ts';

const named = (id: number) => ({ realmExportId: id as RealmExportId });
export const dayMs = 24 * 60 * 60 * 1000;

export const realmExportAsked = (id: number, at = testNow, by = 2): Given =>
  inAudit('RealmExportRequested', { ...named(id), expiresAt: at + 7 * dayMs }, by, at);
export const realmExportDownloaded = (id: number): Given => inAudit('RealmExportDownloaded', named(id), 2);
export const realmExportDeleted = (id: number, at = testNow): Given => inAudit('RealmExportDeleted', named(id), 2, at);

/** One is asked for, or the newest one is downloaded and deleted. */
export const realmExports = ({ realmExports: { byId, idMax } }: RealmState): Given[] => {
  const newest = byId.get(idMax as RealmExportId);
  return newest && newest.deletedAt === undefined
    ? [realmExportDownloaded(idMax), realmExportDeleted(idMax)]
    : [realmExportAsked(idMax + 1)];
};
