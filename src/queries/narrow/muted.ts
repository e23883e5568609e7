/** The muted channels and topics of a user, for `in:home` and `first_unread`. */
import { membershipDocumentId, memberships } from '../../../projections/memberships.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { preferencesOf } from '../preferences.ts';
import { type Muted, mutedTopicKey } from './condition.ts';

/** A muted channel counts only while the user is subscribed to it. */
export async function mutedBy(view: ReadView, realmId: RealmId, userId: UserId): Promise<Muted> {
  const { subscriptions, muted } = await preferencesOf(view, realmId, userId);
  const ids = Object.keys(subscriptions)
    .filter((channelId) => subscriptions[channelId]?.is_muted)
    .map((channelId) => membershipDocumentId(realmId, userId, Number(channelId)));
  const found = ids.length === 0 ? [] : await view.getMany(memberships, ids);
  return {
    channelIds: new Set(found.flatMap((membership) => membership?.activeIn ?? [])),
    topics: new Set(muted.map(({ channelId, topic }) => mutedTopicKey(channelId, foldCase(topic)))),
  };
}
