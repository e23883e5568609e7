/** The private messages and mentions that others sent to a user, and that the user has not read. */
import { everyone, type MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { wildcardsNotify } from '../vocabulary/settings.ts';
import { isMuted } from './narrow/condition.ts';
import { mutedBy } from './narrow/muted.ts';
import { preferencesOf } from './preferences.ts';
import { newestUnread } from './unread.ts';

/** How many unread messages are searched. */
const searchedMax = 1_000;

export type Missed = {
  /** How many of the newest messages were missed. */
  readonly count: number;
  readonly newest: MessageId;
  /** The newest messages, oldest first. */
  readonly shown: readonly MessageDocument[];
};

/** The missed messages after the message `after`. Undefined if there are none. Throws `Refused` (`user-missing`). */
export async function missedMessages(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  after: number,
): Promise<Missed | undefined> {
  const { notifications, subscriptions } = await preferencesOf(view, realmId, userId);
  const muted = await mutedBy(view, realmId, userId);
  const isForThem = (message: MessageDocument): boolean => {
    const { channelId, mentions } = message;
    if (channelId === undefined || mentions.includes(userId)) return true;
    return (
      mentions.includes(everyone) &&
      wildcardsNotify(notifications, subscriptions[channelId]) &&
      !isMuted(muted, message)
    );
  };
  // A message that the user sent with a program is unread for them, too, but they did not miss it.
  const ofOthers = { kind: 'sender', userId, negated: true } as const;
  const missed: MessageDocument[] = [];
  for await (const found of newestUnread(view, realmId, userId, searchedMax, [ofOthers]))
    missed.push(...found.filter((message) => message.messageId > after && isForThem(message)));
  const [newest] = missed;
  return (
    newest && {
      count: missed.length,
      newest: newest.messageId,
      shown: missed.slice(0, limits.digestMessagesMax).reverse(),
    }
  );
}
