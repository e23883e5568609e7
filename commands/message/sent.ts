/** The event of a message that is sent, by a user or by the service. */
import { isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import type { MessageId, QueueId, UserId } from '../../src/vocabulary/ids.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import { genericBot } from '../../src/vocabulary/roles.ts';
import { alertedIn } from './alerted.ts';

export const messageSent = (
  state: RealmState,
  message: {
    messageId: MessageId;
    senderId: UserId;
    place: Place;
    text: RenderedText;
    topicLinks: string[];
    readBy?: UserId | undefined;
    echo?: { queueId: QueueId; localId: string } | undefined;
  },
): DomainEvent<'MessageSent'> => {
  const { messageId, senderId, place, text, topicLinks, readBy, echo } = message;
  const alsoTo = mentionedBots(state, place, text);
  const data: DomainEvent<'MessageSent'>['data'] = {
    messageId,
    senderId,
    place,
    text,
    topicLinks,
    alsoTo,
    ...alertedIn(state, place, text.content, alsoTo),
  };
  if (readBy !== undefined) data.readBy = readBy;
  if (echo) data.echo = echo;
  return { type: 'MessageSent', data };
};

/** Generic bots that are mentioned get the message even without a subscription. People do not. */
function mentionedBots(state: RealmState, place: Place, text: RenderedText): UserId[] {
  if (place.kind === 'private') return [];
  return text.mentioned.filter((userId) => {
    const account = state.directory.accounts.get(userId);
    const isBot = account?.bot?.type === genericBot && account.active;
    return isBot && !isSubscribed(state.memberships, place.channelId, userId);
  });
}
