/** Reads that other queries share: the organization, its users, the caller. */
import { type RealmDocument, realmDocumentId, realms } from '../../projections/realms.ts';
import { type UserDocument, userDocumentId, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { Refused } from '../vocabulary/refusals.ts';
import { guest, isAdministrator } from '../vocabulary/roles.ts';
import { keptWhileUnchanged } from './kept-documents.ts';

/** The limit of scans that must return every document: users, streams, the subscriptions of one user or stream. */
export const everything = 1_000_000;

/** Throws `Refused` (`realm-missing`). */
export async function realmOf(view: ReadView, realmId: RealmId): Promise<RealmDocument> {
  const realm = await view.get(realms, realmDocumentId(realmId));
  if (!realm) throw new Refused({ code: 'realm-missing' });
  return realm;
}

/** All users ever created, including deactivated users and bots, ordered by id. */
export const usersOf = keptWhileUnchanged(
  users,
  (view, realmId): Promise<readonly UserDocument[]> =>
    view.scan(users, 'byId', { prefix: [realmId], limit: everything }),
);

/** Throws `Refused` (`user-missing`). */
export async function userOf(view: ReadView, realmId: RealmId, userId: UserId): Promise<UserDocument> {
  const user = await view.get(users, userDocumentId(realmId, userId));
  if (!user) throw new Refused({ code: 'user-missing' });
  return user;
}

/** Whether the user sees public streams. Guests see only streams that they are subscribed to. */
export const seesPublic = (user: UserDocument): boolean => user.role !== guest;

/** Human administrators know of private streams even if they are not subscribed. */
export const isHumanAdministrator = (user: UserDocument): boolean => isAdministrator(user.role) && user.bot === null;
