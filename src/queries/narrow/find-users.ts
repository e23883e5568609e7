/** Finds users by e-mail address or id, including deactivated users and system bots. */

import { type UserDocument, userDocumentId, users } from '../../../projections/users.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { RealmId } from '../../vocabulary/ids.ts';

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
      const [user] = await view.scan(users, 'byEmail', { prefix: [realmId, foldCase(reference)], limit: 1 });
      return user;
    }),
  );
