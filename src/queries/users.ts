/** GET /users and GET /users/me. */
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { avatarUrl } from '../wire/avatar.ts';
import { profileData } from '../wire/profile-data.ts';
import { isSystemBot, ownUser, type UserRow, userRow } from '../wire/user.ts';
import { newestReceived } from './newest-received.ts';
import { realmOf, userOf, usersOf } from './realm.ts';

/** All users except system bots, ordered by id. Deactivated users are included. */
export async function listUsers(
  view: ReadView,
  realmId: RealmId,
  options: { readonly clientGravatar: boolean; readonly includeProfile: boolean },
): Promise<UserRow[]> {
  const { profileFields } = await realmOf(view, realmId);
  const all = await usersOf(view, realmId);
  return all
    .filter((user) => !isSystemBot(user))
    .map((user) =>
      userRow(user, {
        clientGravatar: options.clientGravatar,
        ...(options.includeProfile ? { profileData: profileData(profileFields, user.profile) } : {}),
      }),
    );
}

/** Throws `Refused` (`user-missing`). */
export async function describeOwnUser(view: ReadView, realmId: RealmId, userId: UserId) {
  const [realm, user, newest] = await Promise.all([
    realmOf(view, realmId),
    userOf(view, realmId, userId),
    newestReceived(view, realmId, userId),
  ]);
  const row = userRow(user, { profileData: profileData(realm.profileFields, user.profile) });
  return ownUser(row, avatarUrl(user), newest);
}
