/**
 * Client events about messages: sent, edited, moved, deleted. An event names the place of the message at the time of the decision. Another
 * process may have appended a move of the message in between.
 */
import { openChannel } from '../state/channels.ts';
import { isGuest } from '../state/directory.ts';
import { isSubscribed } from '../state/memberships.ts';
import type { RealmState } from '../state/realm-state.ts';
import { receives } from '../state/received.ts';
import { currentPlace, isMovedIn, movedBy } from '../state/topics.ts';
import { ascending } from '../vocabulary/ascending.ts';
import { isHumanClient } from '../vocabulary/clients.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, MessageId, UserId } from '../vocabulary/ids.ts';
import type { Place, PrivatePlace } from '../vocabulary/places.ts';
import { recipientId } from '../wire/message.ts';
import { subscribersOf } from './channel-visibility.ts';
import type { BodyOf, ClientEvent, FlagsFor, Scope } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { channelName } from './message-names.ts';

const seconds = (millis: number): number => Math.floor(millis / 1000);

export const messageFeed: Feed = {
  MessageSent: (event) => (state) => [
    {
      type: 'message',
      scope: sentTo(state, event),
      carries: event.data.messageId,
      body: {
        kind: 'message',
        message: {
          messageId: event.data.messageId,
          place: event.data.place,
          sentAt: event.metadata.at,
          client: event.metadata.client,
          topicLinks: event.data.topicLinks,
        },
        senderId: event.data.senderId,
        channel: channelName(state, event.data.place),
        text: { content: event.data.text.content, html: event.data.text.html },
        flags: sentFlags(event),
        ...(event.data.echo ? { echo: event.data.echo } : {}),
      },
    },
  ],

  MessageEdited: (event) => (state) => {
    const { messageId, text, previous, alsoTo = [] } = event.data;
    const place = currentPlace(state.topics, messageId, event.data.place);
    return [
      {
        type: 'update_message',
        scope: alsoFor(laterScope(state, place, [messageId]), alsoTo),
        carries: messageId,
        body: {
          kind: 'update',
          fields: {
            ...changeOf(event, messageId, [messageId]),
            ...channelFields(state, place),
            orig_content: previous.content,
            orig_rendered_content: previous.html,
            prev_rendered_content_version: previous.rendererVersion,
            content: text.content,
            rendered_content: text.html,
            is_me_message: text.content.startsWith('/me '),
          },
          flags: { ...mentionFlags(text), ...alertFlags(event.data) },
        },
      },
    ];
  },

  TopicMoved: (event, before) => {
    const { channelId, topic, messageId, which, to } = event.data;
    const ids = movedBy(before.topics, event.data);
    if (ids.length === 0) return () => [];
    return (state): ClientEvent[] => {
      const guests = to.channelId === channelId ? [] : guestsLeftBehind(state, channelId, to.channelId);
      const scope = laterScopeIn(state, { kind: 'channel', channelId, topic }, ids);
      const moved: ClientEvent = {
        type: 'update_message',
        scope: guests.length > 0 ? { ...scope, minus: guests } : scope,
        lists: ids,
        body: {
          kind: 'update',
          fields: {
            ...changeOf(event, messageId, ids),
            stream_id: channelId,
            stream_name: state.channels.byId.get(channelId)?.name ?? '',
            propagate_mode: `change_${which}`,
            orig_subject: topic,
            subject: to.topic,
            topic_links: to.topicLinks,
            ...(to.channelId === channelId ? {} : { new_stream_id: to.channelId }),
          },
          flags: { mentioned: [], wildcard: false },
        },
      };
      const fields = { message_type: 'stream', stream_id: channelId, topic } as const;
      const gone: ClientEvent = {
        type: 'delete_message',
        scope: { ...scope, among: guests },
        lists: ids,
        body: { kind: 'deletion', messageIds: ids, fields, single: {} },
      };
      return guests.length > 0 ? [moved, gone] : [moved];
    };
  },

  MessageDeleted: (event, before) => {
    const { messageId, senderId, alsoTo = [] } = event.data;
    const place = currentPlace(before.topics, messageId, event.data.place);
    const fields: BodyOf<'delete_message'>['fields'] =
      place.kind === 'channel'
        ? { message_type: 'stream', stream_id: place.channelId, topic: place.topic }
        : { message_type: 'private', recipient_id: recipientId(place, senderId) };
    const isMoved = place.kind === 'channel' && isMovedIn(before.topics, messageId, place.channelId);
    return (state): ClientEvent[] => [
      {
        type: 'delete_message',
        scope: alsoFor(deletionScope(state, place, messageId, isMoved), alsoTo),
        body: {
          kind: 'deletion',
          messageIds: [messageId],
          fields,
          single: place.kind === 'private' ? { sender_id: senderId } : {},
        },
      },
    ];
  },
};

/** Guests who are subscribed to the first channel and not to the second. They do not know of the second, and cannot read what is moved there. */
const guestsLeftBehind = (state: RealmState, from: ChannelId, to: ChannelId): UserId[] =>
  subscribersOf(state, from).filter(
    (userId) => isGuest(state.directory.accounts.get(userId)) && !isSubscribed(state.memberships, to, userId),
  );

/** The common fields of an edit and a move. `messageId`: the message for which it was requested. */
const changeOf = ({ metadata }: Recorded, messageId: MessageId, messageIds: readonly MessageId[]) => ({
  user_id: metadata.actor,
  edit_timestamp: seconds(metadata.at),
  message_id: messageId,
  message_ids: messageIds,
});

/**
 * A message counts as read by its sender if it was sent by hand, that is, with a client that people use. A message that the service sends
 * at a user's request counts as read by that user.
 */
function sentFlags({ data, metadata }: Recorded<'MessageSent'>): FlagsFor {
  const flags = { ...mentionFlags(data.text), ...alertFlags(data) };
  const read = [...(isHumanClient(metadata.client) ? [data.senderId] : []), ...(data.readBy ? [data.readBy] : [])];
  return read.length > 0 ? { ...flags, read } : flags;
}

const alertFlags = ({ alerted }: { readonly alerted?: readonly UserId[] | undefined }): Pick<FlagsFor, 'alerted'> =>
  alerted ? { alerted } : {};

/** A new message goes to the current subscribers, and to queues that requested all public streams. */
function sentTo(state: RealmState, event: Recorded<'MessageSent'>): Scope {
  const { place, alsoTo } = event.data;
  if (place.kind === 'private') return recipientsIn(state, place);
  return {
    kind: 'channel',
    channelId: place.channelId,
    everyPublic: isPublic(state, place),
    messageId: event.data.messageId,
    plus: ascending(alsoTo),
  };
}

const recipientsIn = (state: RealmState, { userIds }: PrivatePlace): Scope => ({
  kind: 'users',
  userIds: userIds.filter((userId) => receives(state, userId)),
});

type ChannelPlace = Extract<Place, { kind: 'channel' }>;

const isPublic = (state: RealmState, place: ChannelPlace): boolean =>
  state.channels.byId.get(place.channelId)?.inviteOnly === false;

/**
 * Later changes go to the current subscribers: to all of them if they may read the history, otherwise to those who received one of the
 * messages. Former subscribers who received one get changes in a public stream, because they still see it there as it is now. In a private
 * one, and if they are guests, they keep the messages as they were when they left.
 */
export function laterScope(state: RealmState, place: Place, messageIds: readonly MessageId[]): Scope {
  return place.kind === 'private' ? recipientsIn(state, place) : laterScopeIn(state, place, messageIds);
}

const laterScopeIn = (
  state: RealmState,
  place: ChannelPlace,
  messageIds: readonly MessageId[],
): Extract<Scope, { kind: 'channel' | 'receivers' }> => {
  const { channelId } = place;
  if (!state.channels.byId.get(channelId)?.historyPublic)
    return { kind: 'receivers', channelId, messageIds, subscribed: true };
  const everyPublic = isPublic(state, place);
  const isOpen = everyPublic && openChannel(state.channels, channelId) !== undefined;
  return { kind: 'channel', channelId, everyPublic, changed: messageIds, ...(isOpen && { former: 'non-guests' }) };
};

/**
 * A deletion also goes to users who have left the stream, because it removes the message for them, too. A message that was moved in later
 * was never visible to them, so that its deletion goes only to users who stayed.
 */
function deletionScope(state: RealmState, place: Place, messageId: MessageId, isMoved: boolean): Scope {
  const scope = laterScope(state, place, [messageId]);
  if (scope.kind === 'receivers') return isMoved ? { ...scope, stayed: true } : { ...scope, subscribed: false };
  if (scope.kind !== 'channel') return scope;
  const { former: _, ...subscribed } = scope;
  return isMoved ? subscribed : { ...subscribed, former: 'everyone' };
}

/** Adds users who get the change although they did not receive the message: bots that it mentions, and the user who reacts. */
export const alsoFor = (scope: Scope, alsoTo: readonly UserId[]): Scope =>
  alsoTo.length > 0 && (scope.kind === 'channel' || scope.kind === 'receivers')
    ? { ...scope, plus: ascending(alsoTo) }
    : scope;

function channelFields(
  state: RealmState,
  place: Place,
): { readonly stream_id?: ChannelId; readonly stream_name?: string } {
  if (place.kind === 'private') return {};
  return { stream_id: place.channelId, stream_name: state.channels.byId.get(place.channelId)?.name ?? '' };
}

/** A mention counts only for users who received the message (`flagsFor` in serialize.ts). */
const mentionFlags = ({ mentioned, wildcard }: Recorded<'MessageSent'>['data']['text']): FlagsFor => ({
  mentioned,
  wildcard,
});
