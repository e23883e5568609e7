import { userStatuses } from '../../projections/user-statuses.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import type { UserStatusesObject } from '../wire/user-status.ts';
import { everything } from './realm.ts';

/** By user id. Users without a status are left out. */
export async function userStatusesOf(view: ReadView, realmId: RealmId): Promise<UserStatusesObject> {
  const all = await view.scan(userStatuses, 'byUser', { prefix: [realmId], limit: everything });
  return Object.fromEntries(
    all.map(({ userId, status: { away, text } }) => [
      userId,
      { ...(away && { away }), ...(text !== undefined && { status_text: text }) },
    ]),
  );
}
