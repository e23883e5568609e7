/** The messages of the Notification Bot. */
import type { Planned } from '../define/planned.ts';
import { notificationBot } from '../state/notification-bot.ts';
import { fullNameOf } from '../state/people.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ChannelId, MessageId, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import { oneLine } from '../vocabulary/text-lines.ts';

type Notice = {
  readonly place: Place;
  readonly writer: UserId;
  readonly content: string;
  /** The user for whom the message counts as read from the beginning. */
  readonly readBy?: UserId;
};

/**
 * A message from the Notification Bot; none in an organization without that bot. `writer`: the user whose names it repeats. It links only to
 * streams that the writer knows of.
 */
export function notice(state: RealmState, generate: { messageId(): MessageId }, message: Notice): Planned[] {
  const senderId = notificationBot(state);
  if (senderId === undefined) return [];
  return [{ command: 'send-notice', input: { messageId: generate.messageId(), senderId, ...message } }];
}

/**
 * A name that can stand between asterisks in Markdown. An asterisk in the name would end the markup early. The rest could then mention
 * everybody in a stream to which the author of the name may not write.
 */
export const withoutAsterisks = (name: string): string => oneLine(name).replaceAll('*', '∗');

export const linkTo = (state: RealmState, channelId: ChannelId, topic?: string): string => {
  const name = withoutAsterisks(state.channels.byId.get(channelId)?.name ?? '');
  return `#**${name}${topic === undefined ? '' : `>${withoutAsterisks(topic)}`}**`;
};

/** A mention that names a user without notifying them. */
export const silentMention = (state: RealmState, userId: UserId): string =>
  `@_**${fullNameOf(state, userId)}|${userId}**`;
