/** Reads that other queries share: the organization, its users, the caller. */
import { type RealmDocument, realmDocumentId, realms } from '../../projections/realms.ts';
import { type UserDocument, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { guest, isAdministrator } from '../vocabulary/roles.ts';
import { type Addressing, areForAdministrators, areHidden, shown } from '../vocabulary/shown-email.ts';
import { type ProfileFieldObject, profileFieldObjects } from '../wire/profile-data.ts';
import { usersById } from './by-ids.ts';
import { cachedUntilChanged } from './cached-documents.ts';
import { cachedPerView } from './cached-per-view.ts';

/** The limit of scans that must return every document: users, streams, the subscriptions of one user or stream. */
export const everything = 1_000_000;

/** Throws `Refused` (`realm-missing`). */
export const realmOf = cachedPerView(
  async (view: ReadView, realmId: RealmId): Promise<RealmDocument> => {
    const realm = await view.get(realms, realmDocumentId(realmId));
    if (!realm) throw new Refused({ code: 'realm-missing' });
    return realm;
  },
  (realmId) => realmId,
);

/** A user with the address that others see. `deliveryEmail`: the user's real address, if it is another one. */
export type ShownUser = UserDocument & { readonly deliveryEmail?: string };

export const addressingOf = ({
  settings,
  emailDomain,
}: Pick<RealmDocument, 'settings' | 'emailDomain'>): Addressing => ({
  visibility: settings.email_address_visibility,
  emailDomain,
});

const storedUsers = cachedUntilChanged(
  users,
  (view, realmId): Promise<readonly UserDocument[]> =>
    view.scan(users, 'byId', { prefix: [realmId], limit: everything }),
);

/** The same users with their addresses hidden. */
const withHidden = new WeakMap<readonly UserDocument[], readonly ShownUser[]>();

/** All users ever created, including deactivated users and bots, ordered by id. */
export async function usersOf(view: ReadView, realmId: RealmId): Promise<readonly ShownUser[]> {
  const [realm, all] = await Promise.all([realmOf(view, realmId), storedUsers(view, realmId)]);
  const addressing = addressingOf(realm);
  if (!areHidden(addressing)) return all;
  const hidden = withHidden.get(all) ?? all.map((user) => shown(user, addressing));
  withHidden.set(all, hidden);
  return hidden;
}

/** Throws `Refused` (`user-missing`). */
export async function userOf(view: ReadView, realmId: RealmId, userId: UserId): Promise<ShownUser> {
  const [user] = await usersWith(view, realmId, [userId]);
  if (!user) throw new Refused({ code: 'user-missing' });
  return user;
}

/** The users in the order of the ids. */
export async function usersWith(
  view: ReadView,
  realmId: RealmId,
  userIds: readonly UserId[],
): Promise<(ShownUser | undefined)[]> {
  const [realm, found] = await Promise.all([realmOf(view, realmId), usersById(view, realmId, userIds)]);
  const addressing = addressingOf(realm);
  return found.map((user) => user && shown(user, addressing));
}

/** Whether the user sees addresses that are hidden from others. */
export const seesHidden = (realm: RealmDocument, user: UserDocument): boolean =>
  areForAdministrators(addressingOf(realm)) && isHumanAdministrator(user);

/** Whether the user sees public streams. Guests see only streams that they are subscribed to. */
export const seesPublic = (user: UserDocument): boolean => user.role !== guest;

/** Human administrators know of private streams even if they are not subscribed. */
export const isHumanAdministrator = (user: UserDocument): boolean => isAdministrator(user.role) && user.bot === null;

/** GET /realm/profile_fields. */
export const realmProfileFields = async (view: ReadView, realmId: RealmId): Promise<ProfileFieldObject[]> =>
  profileFieldObjects((await realmOf(view, realmId)).profileFields);
