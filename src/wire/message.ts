/** The message in the wire format. This is the only declaration for events, listings, the history and the description of the API. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { emojiTypes } from '../vocabulary/events/reactions.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { conversationKey, type Place } from '../vocabulary/places.ts';
import { avatarUrl } from './avatar.ts';

const timestamp = z.int().describe('Unix seconds');

const Participant = z
  .object({
    email: z.string(),
    full_name: z.string(),
    id: z.int(),
    is_mirror_dummy: z.literal(false),
  })
  .meta({ id: 'Participant', description: 'Somebody who takes part in a private conversation.' });

export const Reaction = z
  .object({
    emoji_name: z.string(),
    emoji_code: z.string().describe('Code points in hexadecimal for Unicode emoji, else the id of the emoji'),
    reaction_type: z.enum(emojiTypes),
    user_id: z.int(),
    user: z.object({ id: z.int(), email: z.string(), full_name: z.string() }),
  })
  .meta({ id: 'Reaction', description: 'Somebody reacts to a message with an emoji.' });
export type Reaction = DeepReadonly<z.infer<typeof Reaction>>;

export const Submessage = z
  .object({
    id: z.int(),
    message_id: z.int(),
    sender_id: z.int().describe('Who added it'),
    msg_type: z.string(),
    content: z.string().describe('JSON, whose meaning depends on the type'),
  })
  .meta({ id: 'Submessage', description: 'What a client keeps with a message, for a widget that it shows of it.' });
export type Submessage = DeepReadonly<z.infer<typeof Submessage>>;

/** A unique number for each submessage, because a message has fewer than a thousand. */
export const submessageId = (messageId: number, number: number): number => messageId * 1_000 + number;

export const Message = z
  .object({
    id: z.int(),
    type: z.enum(['stream', 'private']),
    content: z.string().describe('HTML or the text as it was written, as `content_type` says'),
    content_type: z.enum(['text/html', 'text/x-markdown']),
    display_recipient: z
      .union([z.string(), z.array(Participant)])
      .describe('Name of the stream; or everybody in the private conversation, the sender included'),
    recipient_id: z.int().describe('One number for each conversation'),
    sender_id: z.int(),
    sender_email: z.string(),
    sender_full_name: z.string(),
    sender_realm_str: z.string().describe("The organization's subdomain"),
    timestamp,
    subject: z.string().describe('The topic; empty for private messages'),
    topic: z.string().optional().describe('Messages in streams only: the same as `subject`'),
    stream_id: z.int().optional().describe('Messages in streams only'),
    topic_links: z.array(z.string()).describe('Addresses that the topic names'),
    avatar_url: z.string().nullable().describe('Null if the client computes gravatars itself'),
    client: z.string().describe('Name of the program that sent it'),
    is_me_message: z.boolean().describe('Whether the text begins with `/me `'),
    reactions: z.array(Reaction).describe('Empty in events: a new message has none'),
    submessages: z.array(Submessage).describe('Empty in events: a new message has none'),
    last_edit_timestamp: timestamp.optional().describe('Unix seconds; only if it was edited or moved'),
  })
  .meta({ id: 'Message', description: 'A message as in events.' });
type MessageObject = DeepReadonly<z.infer<typeof Message>>;

export const EditEntry = z
  .object({
    user_id: z.int().nullable().describe('Who changed it; null for the service itself'),
    timestamp,
    prev_content: z.string().optional(),
    prev_rendered_content: z.string().optional(),
    prev_rendered_content_version: z.int().optional(),
    prev_subject: z.string().optional(),
    prev_stream: z.int().optional(),
  })
  .meta({ id: 'EditEntry', description: 'One change of a message. It has what was there before, where that changed.' });
export type EditEntry = DeepReadonly<z.infer<typeof EditEntry>>;

export const Matches = z
  .object({
    match_content: z.string().describe('HTML of the message, with what was searched for marked'),
    match_subject: z.string().describe('HTML of the topic, with what was searched for marked'),
  })
  .meta({ id: 'Matches', description: 'Where a message matches a search.' });
export type Matches = DeepReadonly<z.infer<typeof Matches>>;

export const ListedMessage = z
  .object({
    ...Message.shape,
    flags: z
      .array(z.string())
      .describe(
        "The caller's own flags: `read`, `starred`, `collapsed`, `mentioned`, `wildcard_mentioned`, `has_alert_word`, `historical`",
      ),
    edit_history: z.array(EditEntry).optional().describe('Newest first; only if it was edited or moved'),
    match_content: Matches.shape.match_content.optional(),
    match_subject: Matches.shape.match_subject.optional(),
  })
  .meta({ id: 'ListedMessage', description: 'A message as listings show it.' });
export type ListedMessage = DeepReadonly<z.infer<typeof ListedMessage>>;

export const Snapshot = z
  .object({
    topic: z.string(),
    content: z.string(),
    rendered_content: z.string(),
    timestamp,
    user_id: z.int().nullable().describe('Who wrote or changed it; null for the service itself'),
    prev_topic: z.string().optional(),
    prev_stream: z.int().optional(),
    prev_content: z.string().optional(),
    prev_rendered_content: z.string().optional(),
    content_html_diff: z.string().optional().describe('HTML in which additions and removals are marked'),
  })
  .meta({ id: 'MessageSnapshot', description: 'A message as it was sent, or after one of its changes.' });
export type Snapshot = DeepReadonly<z.infer<typeof Snapshot>>;

/** The current names of the people and the stream in a message object. */
export type MessageNames = {
  readonly sender: {
    readonly userId: UserId;
    readonly fullName: string;
    readonly email: string;
    /** The user's real address, if another one is shown. */
    readonly deliveryEmail?: string;
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

/** One shared array: event queues hold thousands of messages, and most have no links. */
const none: readonly never[] = [];

/** The mutable form of an object type, for building an object field by field. */
export type Making<T> = { -readonly [K in keyof T]: T[K] };

/** The message object without its content, which depends on the format that the client chose. Times are Unix seconds. */
export function messageObject(
  facts: MessageFacts,
  names: MessageNames,
): Making<Omit<MessageObject, 'content' | 'content_type'>> {
  const { place } = facts;
  const inChannel = place.kind === 'channel';
  // A literal and assignments instead of spreads, which take ten times as long: a listing has thousands of messages.
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

/** Two participants are ordered by e-mail address, more than two by id. */
function participantsOf(people: Exclude<MessageNames['recipient'], string>): z.infer<typeof Participant>[] {
  const ordered = [...people].sort((a, b) => (people.length > 2 ? a.userId - b.userId : a.email < b.email ? -1 : 1));
  return ordered.map(({ email, fullName, userId }) => ({
    email,
    full_name: fullName,
    id: userId,
    is_mirror_dummy: false,
  }));
}

/**
 * One number for each conversation, computed without a table. Channels, people and groups have the remainders 0, 1 and 2 modulo 3.
 * A message between two people has the number of its receiver; a group has a 50-bit hash of its members' ids.
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
