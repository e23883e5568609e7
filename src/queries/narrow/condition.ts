/**
 * The conditions of a narrow, with names resolved to ids, and the check whether a message meets them. Indexes only make this check faster.
 */
import type { ChannelDocument } from '../../../projections/channels.ts';
import type { Attribute, MessageDocument } from '../../../projections/messages.ts';
import { isMentioned, isRead, type MarkedViewer, received } from '../visibility.ts';
import { type Search, SearchedText } from './searched-text.ts';

export type Subject =
  | { readonly kind: 'channel'; readonly channel: ChannelDocument }
  /** In any of the public channels. */
  | { readonly kind: 'public'; readonly channelIds: ReadonlySet<number> }
  | { readonly kind: 'topic'; readonly topicKey: string }
  | { readonly kind: 'sender'; readonly userId: number }
  | { readonly kind: 'conversation'; readonly conversation: string }
  /** A private conversation of three or more participants, one of whom is this user. */
  | { readonly kind: 'group'; readonly userId: number }
  | { readonly kind: 'private' }
  | { readonly kind: 'mentioned' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'starred' }
  | { readonly kind: 'alerted' }
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
  /** Not muted. */
  | { readonly kind: 'home'; readonly muted: Muted }
  | { readonly kind: 'message'; readonly messageId: number }
  | { readonly kind: 'search'; readonly search: Search };

export type Condition = Subject & { readonly negated: boolean };

/** `topics` holds keys made by `mutedTopicKey`. */
export type Muted = { readonly channelIds: ReadonlySet<number>; readonly topics: ReadonlySet<string> };

export const mutedTopicKey = (channelId: number, topicKey: string): string => `${channelId}.${topicKey}`;

/** A narrow with its names resolved. */
export type Resolved = {
  readonly conditions: readonly Condition[];
  /** Only messages that the user received match, even if the user may read others. True if the narrow has any `is` term. */
  readonly receivedOnly: boolean;
};

export function matchesAll(viewer: MarkedViewer, conditions: readonly Condition[], message: MessageDocument): boolean {
  const text = new SearchedText(message);
  return conditions.every((condition) => meets(viewer, condition, message, text) !== condition.negated);
}

function meets(viewer: MarkedViewer, subject: Subject, message: MessageDocument, text: SearchedText): boolean {
  switch (subject.kind) {
    case 'channel':
      return message.channelId === subject.channel.channelId;
    case 'public':
      return message.channelId !== undefined && subject.channelIds.has(message.channelId);
    case 'topic':
      return message.topicKey === subject.topicKey;
    case 'sender':
      return message.senderId === subject.userId;
    case 'conversation':
      return message.conversation === subject.conversation;
    case 'group':
      return isGroup(message) && (message.participants?.includes(subject.userId as never) ?? false);
    case 'private':
      return message.channelId === undefined;
    case 'mentioned':
      return isMentioned(viewer.user.userId, message);
    case 'unread':
      return received(viewer, message) && !isRead(viewer, message);
    case 'starred':
      return viewer.marks.starred.has(message.messageId);
    case 'alerted':
      return message.alerted?.includes(viewer.user.userId) ?? false;
    case 'attribute':
      return message.has.includes(subject.attribute);
    case 'home':
      return !isMuted(subject.muted, message);
    case 'message':
      return message.messageId === subject.messageId;
    case 'search':
      return text.matches(subject.search);
  }
}

const isGroup = ({ participants = [] }: MessageDocument): boolean => participants.length > 2;

export const isMuted = ({ channelIds, topics }: Muted, { channelId, topicKey = '' }: MessageDocument): boolean =>
  channelId !== undefined && (channelIds.has(channelId) || topics.has(mutedTopicKey(channelId, topicKey)));
