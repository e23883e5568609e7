/** GET /export/realm: the newest exports of what every member may read. */
import { realmExports } from '../../projections/realm-exports.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { endedAt } from '../vocabulary/realm-exports.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { isAdministrator } from '../vocabulary/roles.ts';
import { type RealmExportObject, realmExportObject } from '../wire/realm-export.ts';
import { userOf } from './realm.ts';

type Asked = { readonly realmId: RealmId; readonly userId: UserId; readonly now: Millis };

/** Sorted by id. Throws `Refused` (`administrator-required`). */
export async function realmExportsFor(view: ReadView, { realmId, userId, now }: Asked): Promise<RealmExportObject[]> {
  const { role } = await userOf(view, realmId, userId);
  if (!isAdministrator(role)) throw new Refused({ code: 'administrator-required' });
  const range = { prefix: [realmId], reverse: true, limit: limits.realmExportsListedMax };
  const newest = await view.scan(realmExports, 'byId', range);
  return newest.reverse().map((one) => realmExportObject(one, endedAt(one, now)));
}
