/** GET /users, GET /users/me and GET /users/{user_id}. */

import { auditorDocumentId, auditors } from '../../projections/auditors.ts';
import type { RealmDocument } from '../../projections/realms.ts';
import { mapWithBreaks } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { isSystemBot } from '../vocabulary/system-bots.ts';
import { avatarUrl } from '../wire/avatar.ts';
import { profileData } from '../wire/profile-data.ts';
import { ownUser, type UserRow, userRow } from '../wire/user.ts';
import { newestReceived } from './newest-received.ts';
import { realmOf, type ShownUser, seesHidden, userOf, usersOf } from './realm.ts';

type UserOptions = { readonly clientGravatar: boolean; readonly includeProfile: boolean; readonly callerId: UserId };

/** All users except system bots, ordered by id. Deactivated users are included. */
export async function listUsers(view: ReadView, realmId: RealmId, options: UserOptions): Promise<UserRow[]> {
  const [realm, all, caller] = await Promise.all([
    realmOf(view, realmId),
    usersOf(view, realmId),
    userOf(view, realmId, options.callerId),
  ]);
  return mapWithBreaks(
    all.filter((user) => !isSystemBot(user)),
    (user) => rowOf(user, realm, caller, options),
  );
}

const rowOf = (user: ShownUser, realm: RealmDocument, caller: ShownUser, options: UserOptions): UserRow =>
  userRow(user, {
    clientGravatar: options.clientGravatar,
    seesHidden: seesHidden(realm, caller),
    ...(options.includeProfile ? { profileData: profileData(realm.profileFields, user.profile) } : {}),
  });

/** One user as `GET /users` lists them. Throws `Refused` (`user-missing`). */
export async function describeUser(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  options: UserOptions,
): Promise<UserRow> {
  const [realm, user, caller] = await Promise.all([
    realmOf(view, realmId),
    userOf(view, realmId, userId),
    userOf(view, realmId, options.callerId),
  ]);
  if (user.listedId === undefined || isSystemBot(user)) throw new Refused({ code: 'user-missing' });
  return rowOf(user, realm, caller, options);
}

/** Throws `Refused` (`user-missing`). */
export async function describeOwnUser(view: ReadView, realmId: RealmId, userId: UserId) {
  const [realm, user, newest, auditor] = await Promise.all([
    realmOf(view, realmId),
    userOf(view, realmId, userId),
    newestReceived(view, realmId, userId),
    view.get(auditors, auditorDocumentId(realmId, userId)),
  ]);
  const row = userRow(user, {
    seesHidden: seesHidden(realm, user),
    profileData: profileData(realm.profileFields, user.profile),
  });
  return ownUser(row, avatarUrl(user), newest, auditor !== undefined);
}
