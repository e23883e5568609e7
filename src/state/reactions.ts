/** The reactions to one message, an aggregate: folded from the log stream of the message, then from that of its reactions. */
import type { Aggregate } from '../define/handlers.ts';
import type { Emoji } from '../vocabulary/events/reactions.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { type Message, messageAggregate, onMessageEvents, withMessage } from './message.ts';

type Reaction = { readonly userId: UserId; readonly emoji: Emoji };

export type ReactedMessage = {
  readonly message: Message;
  /** In the order in which they were added. */
  readonly reactions: readonly Reaction[];
  /** The user of each addition and removal. */
  readonly changedBy: readonly UserId[];
};

/** Whether both are the same emoji, even if their names differ. */
export const isSameEmoji = (one: Pick<Emoji, 'code' | 'type'>, other: Pick<Emoji, 'code' | 'type'>): boolean =>
  one.code === other.code && one.type === other.type;

export const reactedMessage: Aggregate<ReactedMessage> = {
  endsSuffice: true,
  adds: messageAggregate.adds ?? [],
  initial: () => ({ message: messageAggregate.initial(), reactions: [], changedBy: [] }),
  leadsTo: ({ message }, realmId) =>
    message.status === 'sent' ? logStream.emoji(realmId, message.messageId) : undefined,
  leadsToAll: true,
  on: {
    ...onMessageEvents(withMessage),
    ReactionAdded: ({ data: { userId, emoji } }, { message, reactions, changedBy }) => ({
      message,
      reactions: [...reactions, { userId, emoji }],
      changedBy: [...changedBy, userId],
    }),
    ReactionRemoved: ({ data }, { message, reactions, changedBy }) => ({
      message,
      reactions: reactions.filter(({ userId, emoji }) => userId !== data.userId || !isSameEmoji(emoji, data.emoji)),
      changedBy: [...changedBy, data.userId],
    }),
  },
};
