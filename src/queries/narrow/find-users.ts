/** Finds users by e-mail address or id, including deactivated users and system bots. */
import { type UserDocument, userDocumentId, users } from '../../../projections/users.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { areHidden, standsForUser } from '../../vocabulary/shown-email.ts';
import { addressingOf, realmOf } from '../realm.ts';

/** An e-mail address, compared without regard to case, or a user id. */
export type UserReference = string | number;

/** The users in the order of `references`; undefined for a reference that matches no user. */
export const findUsers = (
  view: ReadView,
  realmId: RealmId,
  references: readonly UserReference[],
): Promise<(UserDocument | undefined)[]> =>
  Promise.all(
    references.map(async (reference) => {
      if (typeof reference === 'number') {
        const user = await view.get(users, userDocumentId(realmId, reference));
        return user?.listedId === undefined ? undefined : user;
      }
      return userAt(view, realmId, reference);
    }),
  );

/**
 * The user who is shown under the address. While a user's real address is hidden, it finds nobody, so that nobody learns whose address it
 * is.
 */
export async function userAt(view: ReadView, realmId: RealmId, address: string): Promise<UserDocument | undefined> {
  const addressing = addressingOf(await realmOf(view, realmId));
  const [user] = await view.scan(users, 'byEmail', { prefix: [realmId, foldCase(address)], limit: 1 });
  if (!areHidden(addressing) || user?.bot) return user;
  const meant = standsForUser(address, addressing);
  const other = meant === undefined ? undefined : await view.get(users, userDocumentId(realmId, meant));
  return other?.listedId === undefined || other.bot ? undefined : other;
}
