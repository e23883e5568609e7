/** The address at which a client shows a message in its conversation. */
import { encodeForHash } from '../rendering/plugins/channel-links.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import { conversationKey, type Place } from '../vocabulary/places.ts';

/** `base`: scheme and host; empty for a relative address. */
export function messageAddress(base: string, state: RealmState, messageId: MessageId, place: Place): string {
  if (place.kind === 'private') return `${base}/#narrow/pm-with/${conversationKey(place.userIds)}-pm/near/${messageId}`;
  const name = state.channels.byId.get(place.channelId)?.name ?? '';
  const channel = `${place.channelId}-${encodeForHash(name.replaceAll(' ', '-'))}`;
  return `${base}/#narrow/stream/${channel}/topic/${encodeForHash(place.topic)}/near/${messageId}`;
}
