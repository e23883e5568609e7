/** The message as clients see it, in events and listings alike (spec, Message; api-facts §2.1). */

import type { UserId } from '../vocabulary/ids.ts';
import { conversationKey, type Place } from '../vocabulary/places.ts';
import { avatarUrl } from './avatar.ts';

export type Participant = {
  readonly email: string;
  readonly full_name: string;
  readonly id: number;
  readonly is_mirror_dummy: boolean;
};

export type MessageObject = {
  readonly id: number;
  readonly type: 'stream' | 'private';
  readonly content: string;
  readonly content_type: 'text/html' | 'text/x-markdown';
  readonly display_recipient: string | readonly Participant[];
  readonly recipient_id: number;
  readonly sender_id: number;
  readonly sender_email: string;
  readonly sender_full_name: string;
  readonly sender_realm_str: string;
  readonly timestamp: number;
  readonly subject: string;
  /** Stream messages only: the spec's name of `subject`. */
  readonly topic?: string;
  readonly stream_id?: number;
  readonly topic_links: readonly string[];
  readonly avatar_url: string | null;
  readonly client: string;
  readonly is_me_message: boolean;
  readonly reactions: readonly unknown[];
  readonly submessages: readonly unknown[];
  readonly last_edit_timestamp?: number;
};

/** Everybody and everything that a message object names, as it is called today. */
export type MessageNames = {
  readonly sender: {
    readonly userId: UserId;
    readonly fullName: string;
    readonly email: string;
    readonly avatarVersion: number;
  };
  readonly realmSubdomain: string;
  /** The channel's name, or the participants in the order in which clients show them. */
  readonly recipient:
    | string
    | readonly { readonly userId: UserId; readonly fullName: string; readonly email: string }[];
};

export type MessageFacts = {
  readonly messageId: number;
  readonly place: Place;
  readonly content: string;
  readonly sentAt: number;
  readonly client: string;
  readonly topicLinks: readonly string[];
  readonly lastEditedAt?: number;
};

/** One for all: every message that is kept for event queues would keep three of its own. */
const none: readonly never[] = [];

/** The object while it is put together. */
export type Making<T> = { -readonly [K in keyof T]: T[K] };

/** All of the object but the text, whose form the client chooses. Times are Unix seconds. */
export function messageObject(
  facts: MessageFacts,
  names: MessageNames,
): Making<Omit<MessageObject, 'content' | 'content_type'>> {
  const { place } = facts;
  const inChannel = place.kind === 'channel';
  // One literal, and fields that may be missing set one by one: spreads cost ten times as much, and a listing has many messages.
  const object: Making<Omit<MessageObject, 'content' | 'content_type'>> = {
    id: facts.messageId,
    type: inChannel ? 'stream' : 'private',
    display_recipient: typeof names.recipient === 'string' ? names.recipient : participantsOf(names.recipient),
    recipient_id: recipientId(place, names.sender.userId),
    sender_id: names.sender.userId,
    sender_email: names.sender.email,
    sender_full_name: names.sender.fullName,
    sender_realm_str: names.realmSubdomain,
    timestamp: Math.floor(facts.sentAt / 1000),
    subject: inChannel ? place.topic : '',
    topic_links: facts.topicLinks.length === 0 ? none : facts.topicLinks,
    avatar_url: avatarUrl(names.sender),
    client: facts.client,
    is_me_message: facts.content.startsWith('/me '),
    reactions: none,
    submessages: none,
  };
  if (inChannel) {
    object.topic = place.topic;
    object.stream_id = place.channelId;
  }
  if (facts.lastEditedAt !== undefined) object.last_edit_timestamp = Math.floor(facts.lastEditedAt / 1000);
  return object;
}

/** Two people stand by address, more by id (api-facts §2.1). */
function participantsOf(people: Exclude<MessageNames['recipient'], string>): Participant[] {
  const ordered = [...people].sort((a, b) => (people.length > 2 ? a.userId - b.userId : a.email < b.email ? -1 : 1));
  return ordered.map(({ email, fullName, userId }) => ({
    email,
    full_name: fullName,
    id: userId,
    is_mirror_dummy: false,
  }));
}

/**
 * One number for each conversation, without a table: channels, people and groups have residues 0, 1 and 2 modulo 3. A message
 * between two has the number of the one who receives it; a group's is a hash of its members, 50 bits wide.
 */
export function recipientId(place: Place, senderId: UserId): number {
  if (place.kind === 'channel') return place.channelId * 3;
  if (place.userIds.length > 2) return hash50(conversationKey(place.userIds)) * 3 + 2;
  const other = place.userIds.find((id) => id !== senderId) ?? senderId;
  return other * 3 + 1;
}

/** FNV-1a over two lanes, cut to 50 bits. */
function hash50(text: string): number {
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ (code + at), 0x01000193);
  }
  return (high >>> 0) * 2 ** 18 + ((low >>> 0) & 0x3ffff);
}
