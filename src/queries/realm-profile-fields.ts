/** GET /realm/profile_fields. */
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { type ProfileFieldObject, profileFieldObjects } from '../wire/profile-data.ts';
import { realmOf } from './realm.ts';

export const realmProfileFields = async (view: ReadView, realmId: RealmId): Promise<ProfileFieldObject[]> =>
  profileFieldObjects((await realmOf(view, realmId)).profileFields);
