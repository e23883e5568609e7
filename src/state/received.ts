/** Who received a message of a channel. This is the rule of src/queries/visibility.ts for decisions, queues and the audit. */
import type { ChannelId, MessageId, UserId } from '../vocabulary/ids.ts';
import type { Interval } from '../vocabulary/intervals.ts';
import type { Place } from '../vocabulary/places.ts';
import { outgoingWebhookBot } from '../vocabulary/roles.ts';
import { hasStayedSince, receivedRanges, wasSubscribedFor } from './memberships.ts';
import type { RealmState } from './realm-state.ts';
import { isMovedIn } from './topics.ts';

/** Whether the user receives messages at all. An outgoing-webhook bot does not: its server is called instead. */
export const receives = ({ directory }: RealmState, userId: UserId): boolean =>
  directory.accounts.get(userId)?.bot?.type !== outgoingWebhookBot;

/** The message must be or have been in the channel. For a deleted message, it is not known whether it was moved there. */
export function received(state: RealmState, channelId: ChannelId, userId: UserId, messageId: MessageId): boolean {
  const { memberships, topics } = state;
  const isReceiver = isMovedIn(topics, messageId, channelId)
    ? hasStayedSince(memberships, channelId, userId, messageId)
    : wasSubscribedFor(memberships, channelId, userId, messageId);
  return isReceiver && receives(state, userId);
}

/** The ranges of message ids that the user received in the channel. One that was moved there counts only in a range without an end. */
export const rangesReceived = (state: RealmState, channelId: ChannelId, userId: UserId): readonly Interval[] =>
  receives(state, userId) ? receivedRanges(state.memberships, channelId, userId) : [];

type Addressing = { readonly senderId: UserId; readonly place: Place; readonly mentioned: readonly UserId[] };

/**
 * The active outgoing-webhook bots whose servers are sent the message. A mention in a stream also calls a bot that is not subscribed.
 * Messages of bots call no server, because two bots could answer each other for ever.
 */
export function botsToCall(state: RealmState, { senderId, place, mentioned }: Addressing): UserId[] {
  const { accounts } = state.directory;
  if (accounts.get(senderId)?.bot !== null) return [];
  const addressed = place.kind === 'private' ? place.userIds : mentioned;
  return addressed.filter((userId) => accounts.get(userId)?.active && !receives(state, userId));
}
