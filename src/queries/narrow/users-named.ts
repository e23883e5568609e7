/** Users by address or id, deactivated ones and the organization's own bots too. */

import { type UserDocument, userDocumentId, users } from '../../../projections/users.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { RealmId } from '../../vocabulary/ids.ts';

/** An address (whatever its case) or an id. */
export type Named = string | number;

/** In the order of `named`; undefined where nobody is called so. */
export const usersNamed = (
  view: ReadView,
  realmId: RealmId,
  named: readonly Named[],
): Promise<(UserDocument | undefined)[]> =>
  Promise.all(
    named.map(async (name) => {
      if (typeof name === 'number') {
        const user = await view.get(users, userDocumentId(realmId, name));
        return user?.listedId === undefined ? undefined : user;
      }
      const [user] = await view.scan(users, 'byEmail', { prefix: [realmId, foldCase(name)], limit: 1 });
      return user;
    }),
  );
