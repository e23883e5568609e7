/** Who may react to a message, with which emoji, and how often. */
import { isGuest } from '../../src/state/directory.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import type { Message } from '../../src/state/message.ts';
import { canReach } from '../../src/state/message-access.ts';
import type { ReactedMessage } from '../../src/state/reactions.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { currentPlace } from '../../src/state/topics.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';

/**
 * The place of the message, if the user may react to it. That is allowed for participants of the conversation, and for users who may read
 * the stream now. A user who left a private stream can still read the message, but may not change anything about it.
 */
export function placeToReact(state: RealmState, userId: UserId, message: Message): Place | undefined {
  if (message.status !== 'sent' || !canReach(state, userId, message)) return undefined;
  const place = currentPlace(state.topics, message.messageId, message.sentTo);
  if (place.kind === 'private') return place;
  const channel = state.channels.byId.get(place.channelId);
  if (!channel || channel.archived) return undefined;
  const isOpen = !channel.inviteOnly && !isGuest(state.directory.accounts.get(userId));
  return isOpen || isSubscribed(state.memberships, place.channelId, userId) ? place : undefined;
}

/** The number of additions and removals of reactions is limited, because all of them are read for each decision. */
export function changesRefusal(
  { changedBy }: ReactedMessage,
  userId: UserId,
): Refusal<'reaction-changed-too-often'> | undefined {
  const own = changedBy.filter((id) => id === userId).length;
  return changedBy.length >= limits.reactionChangesMax || own >= limits.reactionChangesPerUserMax
    ? { code: 'reaction-changed-too-often' }
    : undefined;
}
