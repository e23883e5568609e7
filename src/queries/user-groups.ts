import { userGroups } from '../../projections/user-groups.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { type UserGroupObject, userGroupObject } from '../wire/user-group.ts';
import { everything } from './realm.ts';

/** Sorted by id. Everybody sees them, including guests. */
export const userGroupsOf = async (view: ReadView, realmId: RealmId): Promise<UserGroupObject[]> =>
  (await view.scan(userGroups, 'byId', { prefix: [realmId], limit: everything })).map(userGroupObject);
