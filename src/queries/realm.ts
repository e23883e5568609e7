/** What the other queries begin with: the organization, its users, the caller. */
import { type RealmDocument, realmDocumentId, realms } from '../../projections/realms.ts';
import { type UserDocument, userDocumentId, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { guest, isAdministrator } from '../vocabulary/roles.ts';

/** More than any organization has of anything that is read whole: users, streams, subscriptions of one of them. */
export const everything = 1_000_000;

/** Throws `Refused` (`realm-missing`). */
export async function realmOf(view: ReadView, realmId: RealmId): Promise<RealmDocument> {
  const realm = await view.get(realms, realmDocumentId(realmId));
  if (!realm) throw new Refused({ code: 'realm-missing' });
  return realm;
}

/** Everybody the directory ever named, deactivated ones and bots too, by id. */
export const usersOf = (view: ReadView, realmId: RealmId): Promise<UserDocument[]> =>
  view.scan(users, 'byId', { prefix: [realmId], limit: everything });

/** Throws `Refused` (`user-missing`). */
export async function userOf(view: ReadView, realmId: RealmId, userId: UserId): Promise<UserDocument> {
  const user = await view.get(users, userDocumentId(realmId, userId));
  if (!user) throw new Refused({ code: 'user-missing' });
  return user;
}

/** Guests see only what they are subscribed to. */
export const seesPublic = (user: UserDocument): boolean => user.role !== guest;

/** Human administrators are told of private streams that they are not in. */
export const isHumanAdministrator = (user: UserDocument): boolean => isAdministrator(user.role) && user.bot === null;
