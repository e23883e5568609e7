import { auditors } from '../../projections/auditors.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { AuditorRow } from '../wire/auditor.ts';
import { usersById } from './by-ids.ts';

/** Sorted by user id. */
export async function auditorsOf(view: ReadView, realmId: RealmId): Promise<AuditorRow[]> {
  const found = await view.scan(auditors, 'byId', { prefix: [realmId], limit: limits.auditorsMax });
  const userIds = found.map(({ userId }) => userId);
  const people = await usersById(view, realmId, userIds);
  return found.map(({ userId, appointedBy, appointedAt, reason }, index) => ({
    user_id: userId,
    full_name: people[index]?.fullName ?? '',
    appointed_by: appointedBy,
    appointed_at: new Date(appointedAt).toISOString(),
    reason,
  }));
}
