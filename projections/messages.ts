/**
 * The read model `messages`: one document for each message, with everything that listings and narrows need, and one document for each
 * earlier version, so that no document grows with the number of edits. The names of users and channels are looked up when a message is
 * read. Every index of messages ends with the message's id, so that scans of several indexes can be intersected.
 */
import { defineProjection, type Handler, type Operation, type Own, type ReadModel } from '../src/define/projection.ts';
import { type EarlierTopic, withEarlierTopic } from '../src/vocabulary/earlier-topics.ts';
import type { DataOf, Recorded } from '../src/vocabulary/events/index.ts';
import type { RenderedText } from '../src/vocabulary/events/message.ts';
import { foldCase } from '../src/vocabulary/fold-case.ts';
import type { ChannelId, MessageId, Millis, UserId } from '../src/vocabulary/ids.ts';
import { conversationKey, type Place } from '../src/vocabulary/places.ts';
import { type ReactedWith, reactionsWith, reactionsWithout } from '../src/vocabulary/reacted-with.ts';
import { wordsRemoved } from '../src/vocabulary/words.ts';

/** The operands of the narrow `has:`. */
export const attributes = ['link', 'image', 'attachment'] as const;
export type Attribute = (typeof attributes)[number];

/** Represents a wildcard mention in `mentions`. No user has this id. */
export const everyone = 0;

/** The change that made a version, and its author. `topic` and `channelId` are the values before the change. */
export type Change = {
  readonly at: Millis;
  /** The user who edited; null for the service itself. */
  readonly userId: UserId | null;
  /** Present if the content was changed. */
  readonly edited?: true;
  readonly topic?: string;
  readonly channelId?: ChannelId;
};

/** A submessage: its number within the message, its author and its time. */
type Submessaged = {
  readonly number: number;
  readonly userId: UserId;
  readonly at: Millis;
  readonly msgType: string;
  readonly content: string;
};

export type MessageDocument = {
  readonly realmId: number;
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly sentAt: Millis;
  readonly client: string;
  readonly content: string;
  readonly html: string;
  /** In a channel all three are set. */
  readonly channelId?: ChannelId;
  readonly topic?: string;
  readonly topicKey?: string;
  /** The channel that it was sent to. Absent unless it was ever moved to another channel. */
  readonly sentIn?: ChannelId;
  /** In a private message both are set. The sender is one of the participants. */
  readonly conversation?: string;
  readonly participants?: readonly UserId[];
  readonly topicLinks: readonly string[];
  /** Bots that received it without a subscription. */
  readonly alsoTo: readonly UserId[];
  /** The user, other than its sender, for whom it counts as read from the beginning. */
  readonly readBy?: UserId;
  /** The mentioned users, and `everyone` for a wildcard. */
  readonly mentions: readonly number[];
  /** The users whom a word in it alerts; absent if there are none. */
  readonly alerted?: readonly UserId[];
  readonly has: readonly Attribute[];
  /** In the order in which each emoji was first used. Absent if there are none. */
  readonly reactions?: readonly ReactedWith[];
  /** Absent if there are none. */
  readonly submessages?: readonly Submessaged[];
  /** The number of earlier versions, whose documents are numbered from 0. */
  readonly versions: number;
  /** 1 if it is in no channel, for the index of private messages. */
  readonly private?: 1;
  /** Its channel, if it has changes: for the index of messages that may look different to users who have left. */
  readonly changedIn?: ChannelId;
  /** The change that made the current version. Absent for the first version. */
  readonly change?: Change;
  /** The topics that the current version had before moves. Absent if it was not moved. */
  readonly earlierTopics?: readonly EarlierTopic[];
};

/** The text of a version, and what follows from it. */
export type TextFields = Pick<MessageDocument, 'content' | 'html' | 'mentions' | 'alerted' | 'has'>;

/** A version that was replaced by another one. */
export type VersionDocument = {
  readonly realmId: number;
  readonly versionOf: MessageId;
  readonly number: number;
  readonly topic?: string;
  readonly earlierTopics?: readonly EarlierTopic[];
  /** The change that made it. Absent in the first version. */
  readonly change?: Change;
  /** Present only if the next version has another content, so that moving a message does not copy its text. */
  readonly text?: TextFields & { readonly rendererVersion: number };
  /** The id of the message, if `text` is set. */
  readonly textOf?: MessageId;
  /** The words that the next version does not have any more. */
  readonly removedWords?: readonly string[];
};

export const messageDocumentId = (realmId: number, messageId: number): string => `${realmId}.${messageId}`;
export const versionDocumentId = (realmId: number, messageId: number, number: number): string =>
  `${realmId}.${messageId}.${number}`;

export const placeOf = ({ channelId, topic = '', participants = [] }: MessageDocument): Place =>
  channelId === undefined ? { kind: 'private', userIds: [...participants] } : { kind: 'channel', channelId, topic };

const placeFields = (place: Place): Partial<MessageDocument> =>
  place.kind === 'channel'
    ? { channelId: place.channelId, topic: place.topic, topicKey: foldCase(place.topic) }
    : { conversation: conversationKey(place.userIds), participants: place.userIds, private: 1 };

const textFields = ({ text, alerted }: { text: RenderedText; alerted?: UserId[] | undefined }) => ({
  content: text.content,
  html: text.html,
  ...(alerted && { alerted }),
  mentions: text.wildcard ? [everyone, ...text.mentioned] : text.mentioned,
  has: attributes.filter((is) => ({ link: text.hasLink, image: text.hasImage, attachment: text.hasAttachment })[is]),
});

type Operations = Operation<MessageDocument | VersionDocument>[];
type OwnDocuments = Own<MessageDocument | VersionDocument>;

const messageOf = (own: OwnDocuments, realmId: number, messageId: number): MessageDocument | undefined =>
  own.get(messageDocumentId(realmId, messageId)) as MessageDocument | undefined;

const hasChanged = ({ versions, earlierTopics, channelId }: MessageDocument): boolean =>
  channelId !== undefined && (versions > 0 || earlierTopics !== undefined);

const put = (document: MessageDocument): Operations[number] => ({
  op: 'put',
  id: messageDocumentId(document.realmId, document.messageId),
  document: hasChanged(document) ? { ...document, changedIn: document.channelId } : document,
});

/** Stores the version before a change in a document of its own. `edit`: the change, if it is of the content. */
function replaced(before: MessageDocument, edit?: DataOf<'MessageEdited'>): Operations[number] {
  const { realmId, messageId, versions, topic, earlierTopics, change } = before;
  return {
    op: 'put',
    id: versionDocumentId(realmId, messageId, versions),
    document: {
      realmId,
      versionOf: messageId,
      number: versions,
      ...(topic === undefined ? {} : { topic }),
      ...(earlierTopics && { earlierTopics }),
      ...(change && { change }),
      ...(edit && { ...textBefore(before, edit), textOf: messageId }),
    },
  };
}

const textBefore = ({ mentions, alerted, has }: MessageDocument, { previous, text }: DataOf<'MessageEdited'>) => ({
  text: { ...previous, mentions, ...(alerted && { alerted }), has },
  removedWords: wordsRemoved(previous.content, text.content),
});

/** A new content and a new topic of one request are two events with the same time, but one change. */
const isSameRequest = (change: Change | undefined, move: Change): boolean =>
  change?.at === move.at &&
  change.userId === move.userId &&
  change.topic === undefined &&
  change.channelId === undefined;

function moved(event: Recorded<'TopicMoved'>, before: MessageDocument): Operations {
  const { to, messageId } = event.data;
  const { channelId, topic, earlierTopics, ...unmoved } = before;
  const after = {
    ...unmoved,
    ...(channelId !== undefined && channelId !== to.channelId ? { sentIn: before.sentIn ?? channelId } : {}),
    ...placeFields({ kind: 'channel', channelId: to.channelId, topic: to.topic }),
    topicLinks: to.topicLinks,
  };
  // The change belongs to the message that was edited, not to messages that were moved along with it.
  if (before.messageId !== messageId)
    return [put({ ...after, earlierTopics: withEarlierTopic(earlierTopics ?? [], topic ?? '', event.metadata.at) })];
  const move: Change = {
    at: event.metadata.at,
    userId: event.metadata.actor,
    ...(topic === to.topic || topic === undefined ? {} : { topic }),
    ...(channelId === to.channelId || channelId === undefined ? {} : { channelId }),
  };
  if (isSameRequest(before.change, move))
    return [put({ ...after, ...(earlierTopics && { earlierTopics }), change: { ...before.change, ...move } })];
  return [replaced(before), put({ ...after, versions: before.versions + 1, change: move })];
}

function reacted(document: MessageDocument, reactions: readonly ReactedWith[]): Operations {
  const { reactions: _, ...rest } = document;
  return [put(reactions.length === 0 ? rest : { ...rest, reactions })];
}

/** Handles events that change one message. */
const ofMessage = <
  T extends 'MessageEdited' | 'SubmessageAdded' | 'ReactionAdded' | 'ReactionRemoved' | 'MessageDeleted',
>(
  change: (event: Recorded<T>, before: MessageDocument) => Operations,
): Handler<MessageDocument | VersionDocument, T> => ({
  reads: ({ realmId, data }) => [messageDocumentId(realmId, data.messageId)],
  apply: (event, own) => {
    const before = messageOf(own, event.realmId, event.data.messageId);
    return before ? change(event, before) : [];
  },
});

export const messageProjection = defineProjection<MessageDocument | VersionDocument>({
  name: 'messages',
  version: 14,
  indexes: {
    byRealm: ['realmId', 'messageId'],
    byChannel: ['realmId', 'channelId', 'messageId'],
    byTopic: ['realmId', 'channelId', 'topicKey', 'messageId'],
    bySender: ['realmId', 'senderId', 'messageId'],
    byConversation: ['realmId', 'conversation', 'messageId'],
    byParticipant: ['realmId', 'participants', 'messageId'],
    byAlsoTo: ['realmId', 'alsoTo', 'messageId'],
    byMention: ['realmId', 'mentions', 'messageId'],
    byAlerted: ['realmId', 'alerted', 'messageId'],
    byAttribute: ['realmId', 'has', 'messageId'],
    byWord: ['realmId', 'words(content,topic)', 'messageId'],
    byChanged: ['realmId', 'changedIn', 'messageId'],
    byPrivate: ['realmId', 'private', 'messageId'],
    byText: ['realmId', 'textOf', 'number'],
    byRemovedWord: ['realmId', 'removedWords', 'textOf'],
  },
  postings: ['byWord'],
  on: {
    MessageSent: {
      apply: ({ realmId, data, metadata }) => [
        put({
          realmId,
          messageId: data.messageId,
          senderId: data.senderId,
          sentAt: metadata.at,
          client: metadata.client,
          ...placeFields(data.place),
          topicLinks: data.topicLinks,
          alsoTo: data.alsoTo,
          ...(data.readBy && { readBy: data.readBy }),
          ...textFields(data),
          versions: 0,
        }),
      ],
    },
    MessageEdited: ofMessage(({ data, metadata: { at, actor } }, before) => {
      const { alerted: _, earlierTopics: __, ...unalerted } = before;
      const change: Change = { at, userId: actor, edited: true };
      const after = { ...unalerted, ...textFields(data), versions: before.versions + 1, change };
      return [replaced(before, data), put(after)];
    }),
    SubmessageAdded: ofMessage(({ data: { number, userId, msgType, content }, metadata: { at } }, before) => {
      const added = { number, userId, at, msgType, content };
      return [put({ ...before, submessages: [...(before.submessages ?? []), added] })];
    }),
    ReactionAdded: ofMessage(({ data: { userId, emoji }, metadata: { at } }, before) =>
      reacted(before, reactionsWith(before.reactions ?? [], emoji, userId, at)),
    ),
    ReactionRemoved: ofMessage(({ data: { userId, emoji } }, before) =>
      reacted(before, reactionsWithout(before.reactions ?? [], emoji, userId)),
    ),
    MessageDeleted: ofMessage(({ realmId, data: { messageId } }, { versions }) => [
      { op: 'remove', id: messageDocumentId(realmId, messageId) },
      ...Array.from({ length: versions }, (_, number) => ({
        op: 'remove' as const,
        id: versionDocumentId(realmId, messageId, number),
      })),
    ]),
    TopicMoved: {
      reads: ({ realmId, data }) => [messageDocumentId(realmId, data.messageId)],
      ranges: ({ realmId, data: { channelId, topic, messageId, which, part } }) => {
        const prefix = [realmId, channelId, foldCase(topic)];
        if (which === 'one') return [];
        const from = Math.max(which === 'later' ? messageId : 0, part?.range.from ?? 0);
        return [{ index: 'byTopic', prefix, ...(from > 0 && { from }), ...(part && { to: part.range.to }) }];
      },
      apply: (event, own) => {
        const { which, messageId, channelId, topic } = event.data;
        if (which !== 'one') return own.ranged.flatMap((before) => moved(event, before as MessageDocument));
        const before = messageOf(own, event.realmId, messageId);
        // The message may have left the topic before this move. Then it is not moved.
        const isThere = before?.channelId === channelId && before.topicKey === foldCase(topic);
        return before && isThere ? moved(event, before) : [];
      },
    },
  },
});

const { name, indexes, postings } = messageProjection;
export const messages: ReadModel<MessageDocument> = { name, indexes, postings };
export const messageVersions: ReadModel<VersionDocument> = { name, indexes, postings };
