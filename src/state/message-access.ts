/** Who may read a message, and by which rule: everyone who received it, and everyone who may read the history of its current place. */
import type { AccessRule } from '../vocabulary/access-rules.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';
import { isGuest } from './directory.ts';
import { isSubscribed } from './memberships.ts';
import type { Message } from './message.ts';
import type { RealmState } from './realm-state.ts';
import { received } from './received.ts';
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
  if (place.kind === 'private') {
    if (!place.userIds.includes(userId)) return undefined;
    // The service calls the bot's server. The bot itself cannot read the message.
    return state.directory.accounts.get(userId)?.bot?.type === outgoingWebhookBot ? 'alert to a bot' : 'recipient';
  }
  const channel = state.channels.byId.get(place.channelId);
  if (!channel) return undefined;
  if (alsoTo.includes(userId)) return 'alert to a bot';
  if (received(state, place.channelId, userId, messageId)) return 'subscriber';
  if (channel.archived) return undefined;
  if (!channel.inviteOnly && !isGuest(state.directory.accounts.get(userId))) return 'public stream';
  return channel.historyPublic && isSubscribed(state.memberships, place.channelId, userId) ? 'history' : undefined;
}
