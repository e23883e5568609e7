/** The streams that a user is or was subscribed to. Several parts of one answer need them. */
import { type MembershipDocument, memberships } from '../../projections/memberships.ts';
import type { ReadView } from '../ports/read-store.ts';
import { onceAView } from './once-a-view.ts';
import { everything } from './realm.ts';

type Whose = { readonly realmId: number; readonly userId: number };

/** All of them, ordered by the id of the stream. */
export const membershipsOf = onceAView(
  (view: ReadView, { realmId, userId }: Whose): Promise<readonly MembershipDocument[]> =>
    view.scan(memberships, 'byUser', { prefix: [realmId, userId], limit: everything }),
  ({ realmId, userId }) => `${realmId}.${userId}`,
);
