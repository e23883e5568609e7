/**
 * The read model `messages`: one document for each message, with everything that listings, narrows and edit histories need. The names of
 * users and channels are looked up when it is read. Every index ends with the message's id, so that scans of several indexes can
 * be intersected.
 */

import { defineProjection, type Operation } from '../src/define/projection.ts';
import type { Recorded } from '../src/vocabulary/events/index.ts';
import type { RenderedText } from '../src/vocabulary/events/message.ts';
import { foldCase } from '../src/vocabulary/fold-case.ts';
import type { ChannelId, MessageId, Millis, UserId } from '../src/vocabulary/ids.ts';
import { conversationKey, type Place } from '../src/vocabulary/places.ts';

/** The operands of the narrow `has:`. */
export const attributes = ['link', 'image', 'attachment'] as const;
export type Attribute = (typeof attributes)[number];

/** Stands for a wildcard mention in `mentions`. No user has this id. */
export const everyone = 0;

/** One change: the previous values of what changed. */
export type Edit = {
  readonly at: Millis;
  /** Who edited; null: the service itself. */
  readonly userId: UserId | null;
  readonly content?: string;
  readonly html?: string;
  readonly rendererVersion?: number;
  readonly topic?: string;
  readonly channelId?: ChannelId;
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
  /** In a private message both are set. The sender is one of the participants. */
  readonly conversation?: string;
  readonly participants?: readonly UserId[];
  readonly topicLinks: readonly string[];
  /** Bots that received it without a subscription. */
  readonly alsoTo: readonly UserId[];
  /** Mentioned users, and `everyone` for a wildcard. */
  readonly mentions: readonly number[];
  readonly has: readonly Attribute[];
  /** Oldest first. */
  readonly edits: readonly Edit[];
};

export const messageDocumentId = (realmId: number, messageId: number): string => `${realmId}.${messageId}`;

/** The current place of a message. */
export const placeOf = ({ channelId, topic = '', participants = [] }: MessageDocument): Place =>
  channelId === undefined ? { kind: 'private', userIds: [...participants] } : { kind: 'channel', channelId, topic };

const placeFields = (place: Place): Partial<MessageDocument> =>
  place.kind === 'channel'
    ? { channelId: place.channelId, topic: place.topic, topicKey: foldCase(place.topic) }
    : { conversation: conversationKey(place.userIds), participants: place.userIds };

const textFields = (text: RenderedText) => ({
  content: text.content,
  html: text.html,
  mentions: [...(text.wildcard ? [everyone] : []), ...text.mentioned],
  has: [
    ...(text.hasLink ? (['link'] as const) : []),
    ...(text.hasImage ? (['image'] as const) : []),
    ...(text.hasAttachment ? (['attachment'] as const) : []),
  ],
});

/** A new content and a new topic of one request are two events with the same time, and one entry of the edit history. */
function withMove(edits: readonly Edit[], move: Edit): readonly Edit[] {
  const last = edits.at(-1);
  const isOne =
    last?.at === move.at && last.userId === move.userId && last.topic === undefined && last.channelId === undefined;
  return isOne ? [...edits.slice(0, -1), { ...last, ...move }] : [...edits, move];
}

function moved(event: Recorded<'TopicMoved'>, before: MessageDocument): Operation<MessageDocument> {
  const { to, messageId } = event.data;
  const { channelId, topic } = before;
  const edit: Edit = {
    at: event.metadata.at,
    userId: event.metadata.actor,
    ...(topic === to.topic || topic === undefined ? {} : { topic }),
    ...(channelId === to.channelId || channelId === undefined ? {} : { channelId }),
  };
  return {
    op: 'put',
    id: messageDocumentId(event.realmId, before.messageId),
    document: {
      ...before,
      ...placeFields({ kind: 'channel', channelId: to.channelId, topic: to.topic }),
      topicLinks: to.topicLinks,
      // The edit history belongs to the message that was edited, not to those that were moved along with it.
      edits: before.messageId === messageId ? withMove(before.edits, edit) : before.edits,
    },
  };
}

export const messages = defineProjection<MessageDocument>({
  name: 'messages',
  version: 4,
  indexes: {
    byRealm: ['realmId', 'messageId'],
    byChannel: ['realmId', 'channelId', 'messageId'],
    byTopic: ['realmId', 'channelId', 'topicKey', 'messageId'],
    bySender: ['realmId', 'senderId', 'messageId'],
    byConversation: ['realmId', 'conversation', 'messageId'],
    byParticipant: ['realmId', 'participants', 'messageId'],
    byAlsoTo: ['realmId', 'alsoTo', 'messageId'],
    byMention: ['realmId', 'mentions', 'messageId'],
    byAttribute: ['realmId', 'has', 'messageId'],
    byWord: ['realmId', 'words(content,topic)', 'messageId'],
  },
  postings: ['byWord'],
  on: {
    MessageSent: {
      apply: ({ realmId, data, metadata }) => [
        {
          op: 'put',
          id: messageDocumentId(realmId, data.messageId),
          document: {
            realmId,
            messageId: data.messageId,
            senderId: data.senderId,
            sentAt: metadata.at,
            client: metadata.client,
            ...placeFields(data.place),
            topicLinks: data.topicLinks,
            alsoTo: data.alsoTo,
            ...textFields(data.text),
            edits: [],
          },
        },
      ],
    },
    MessageEdited: {
      reads: ({ realmId, data }) => [messageDocumentId(realmId, data.messageId)],
      apply: ({ realmId, data, metadata }, own) => {
        const id = messageDocumentId(realmId, data.messageId);
        const before = own.get(id);
        if (!before) return [];
        const { content, html, rendererVersion } = data.previous;
        const edit: Edit = { at: metadata.at, userId: metadata.actor, content, html, rendererVersion };
        return [
          {
            op: 'put',
            id,
            document: {
              ...before,
              ...textFields(data.text),
              edits: [...before.edits, edit],
            },
          },
        ];
      },
    },
    MessageDeleted: {
      apply: ({ realmId, data }) => [{ op: 'remove', id: messageDocumentId(realmId, data.messageId) }],
    },
    TopicMoved: {
      reads: ({ realmId, data }) => [messageDocumentId(realmId, data.messageId)],
      ranges: ({ realmId, data: { channelId, topic, messageId, which } }) => {
        const prefix = [realmId, channelId, foldCase(topic)];
        if (which === 'one') return [];
        return [{ index: 'byTopic', prefix, ...(which === 'later' ? { from: messageId } : {}) }];
      },
      apply: (event, own) => {
        const { which, messageId, channelId, topic } = event.data;
        if (which !== 'one') return own.ranged.map((before) => moved(event, before));
        const before = own.get(messageDocumentId(event.realmId, messageId));
        // The message may have left the topic before this move: then nothing is moved.
        const isThere = before?.channelId === channelId && before.topicKey === foldCase(topic);
        return before && isThere ? [moved(event, before)] : [];
      },
    },
  },
});
