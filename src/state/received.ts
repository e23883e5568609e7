/** Who received a message of a channel. This is the rule of src/queries/visibility.ts for decisions, queues and the audit. */
import type { ChannelId, MessageId, UserId } from '../vocabulary/ids.ts';
import { hasStayedSince, wasSubscribedFor } from './memberships.ts';
import type { RealmState } from './realm-state.ts';
import { isMovedIn } from './topics.ts';

/** The message must be or have been in the channel. For a deleted message, it is not known whether it was moved there. */
export const received = (
  { memberships, topics }: RealmState,
  channelId: ChannelId,
  userId: UserId,
  messageId: MessageId,
): boolean =>
  isMovedIn(topics, messageId, channelId)
    ? hasStayedSince(memberships, channelId, userId, messageId)
    : wasSubscribedFor(memberships, channelId, userId, messageId);
