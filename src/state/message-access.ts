/** Who may read a message, and by which rule: everyone who received it, and everyone who may read the history of its current place. */
import type { AccessRule } from '../vocabulary/access-rules.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import { isGuest } from './directory.ts';
import { isSubscribed } from './memberships.ts';
import type { Message } from './message.ts';
import type { RealmState } from './realm-state.ts';
import { received, receives } from './received.ts';
import { currentPlace } from './topics.ts';

type Sent = Pick<Extract<Message, { status: 'sent' }>, 'messageId' | 'sentTo' | 'alsoTo'>;
/** `place`: its current place. */
export type PlacedMessage = Pick<Sent, 'messageId' | 'alsoTo'> & { readonly place: Place };

export const canReach = (state: RealmState, userId: UserId, { messageId, sentTo, alsoTo }: Sent): boolean =>
  accessOf(state, userId, { messageId, alsoTo, place: currentPlace(state.topics, messageId, sentTo) }) !== undefined;

/** Undefined if the user may not read it. Whether the account is active is not checked. */
export function accessOf(
  state: RealmState,
  userId: UserId,
  { messageId, alsoTo, place }: PlacedMessage,
): AccessRule | undefined {
  if (place.kind === 'private')
    return place.userIds.includes(userId) && receives(state, userId) ? 'recipient' : undefined;
  const channel = state.channels.byId.get(place.channelId);
  if (!channel) return undefined;
  if (alsoTo.includes(userId)) return 'recipient';
  if (received(state, place.channelId, userId, messageId)) return 'subscriber';
  if (channel.archived) return undefined;
  if (!channel.inviteOnly && !isGuest(state.directory.accounts.get(userId))) return 'public stream';
  return channel.historyPublic && isSubscribed(state.memberships, place.channelId, userId) ? 'history' : undefined;
}
