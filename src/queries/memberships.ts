/** The streams that a user is or was subscribed to. Several parts of one answer need them. */
import {
  earlierDocumentId,
  earlierMemberships,
  type MembershipDocument,
  membershipDocumentId,
  memberships,
} from '../../projections/memberships.ts';
import type { ReadView } from '../ports/read-store.ts';
import { type Interval, intervalsOf } from '../vocabulary/intervals.ts';
import { cachedPerView } from './cached-per-view.ts';
import { everything } from './realm.ts';

type Whose = { readonly realmId: number; readonly userId: number };

/** `intervals`: which messages the user received, ascending. The last one has no end while the user is subscribed. */
export type Membership = Pick<MembershipDocument, 'realmId' | 'userId' | 'channelId' | 'active' | 'leftAt'> & {
  readonly intervals: readonly Interval[];
};

/** All memberships, ordered by the id of the stream. */
export const membershipsOf = cachedPerView(
  async (view: ReadView, { realmId, userId }: Whose): Promise<readonly Membership[]> =>
    whole(view, await view.scan(memberships, 'byUser', { prefix: [realmId, userId], limit: everything })),
  ({ realmId, userId }) => `${realmId}.${userId}`,
);

/** The memberships in some streams. */
export async function membershipsIn(
  view: ReadView,
  { realmId, userId }: Whose,
  channelIds: readonly number[],
): Promise<readonly Membership[]> {
  const ids = channelIds.map((channelId) => membershipDocumentId(realmId, userId, channelId));
  return whole(
    view,
    (await view.getMany(memberships, ids)).filter((found) => found !== undefined),
  );
}

/** The memberships with their earlier ranges. */
async function whole(view: ReadView, documents: readonly MembershipDocument[]): Promise<readonly Membership[]> {
  const ids = documents.flatMap(({ realmId, userId, channelId, parts = 0 }) => {
    const id = membershipDocumentId(realmId, userId, channelId);
    return Array.from({ length: parts }, (_, part) => earlierDocumentId(id, part));
  });
  const earlier = (ids.length === 0 ? [] : await view.getMany(earlierMemberships, ids)).values();
  return documents.map(({ parts = 0, bounds, ...membership }) => {
    const before = Array.from({ length: parts }, () => earlier.next().value?.bounds ?? []);
    return { ...membership, intervals: intervalsOf([...before, bounds].flat()) };
  });
}
