/** Reads of chat streams that several queries share. */
import { type ChannelDocument, channels } from '../../projections/channels.ts';
import { memberships } from '../../projections/memberships.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { everything } from './realm.ts';

/** All unarchived streams, ordered by case-folded name. */
export const openChannels = (view: ReadView, realmId: RealmId): Promise<ChannelDocument[]> =>
  view.scan(channels, 'byName', { prefix: [realmId], limit: everything });

/** The ids of the current subscribers, ascending. Deactivated users are included, because they keep their subscriptions. */
export async function subscribersOf(view: ReadView, realmId: RealmId, channelId: number): Promise<number[]> {
  const keys = await view.scanKeys(memberships, 'byChannel', { prefix: [realmId, channelId], limit: everything });
  return keys.map((key) => key[2] as number);
}
