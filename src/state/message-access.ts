/** Who may read a message: everyone who received it, and everyone who may read the history of the place it is in now. */
import type { UserId } from '../vocabulary/ids.ts';
import { isGuest } from './directory.ts';
import { isSubscribed, received } from './memberships.ts';
import type { Message } from './message.ts';
import type { RealmState } from './realm-state.ts';
import { currentPlace } from './topics.ts';

type Sent = Pick<Extract<Message, { status: 'sent' }>, 'messageId' | 'sentTo' | 'alsoTo'>;

export function canReach(state: RealmState, userId: UserId, message: Sent): boolean {
  const place = currentPlace(state.topics, message.messageId, message.sentTo);
  if (place.kind === 'private') return place.userIds.includes(userId);
  const channel = state.channels.byId.get(place.channelId);
  if (!channel) return false;
  if (message.alsoTo.includes(userId) || received(state.memberships, place.channelId, userId, message.messageId))
    return true;
  if (channel.archived) return false;
  if (!channel.inviteOnly && !isGuest(state.directory.accounts.get(userId))) return true;
  return channel.historyPublic && isSubscribed(state.memberships, place.channelId, userId);
}
