/** Events of `message-…`, one log stream per message. Each text has its HTML, so that the log shows what readers saw. */
import { z } from 'zod';
import { ChannelId, FileId, MessageId, QueueId, UserId } from '../ids.ts';
import { Place } from '../places.ts';
import { KeptLeaf } from './leaf.ts';

/** A text as it was written and as it is shown, with everything that was found in it. */
export const RenderedText = z.object({
  content: z.string(),
  html: z.string(),
  rendererVersion: z.int(),
  /** Users with a mention that is not silent, ascending. */
  mentioned: z.array(UserId),
  wildcard: z.boolean(),
  hasLink: z.boolean(),
  hasImage: z.boolean(),
  hasAttachment: z.boolean(),
  /** Uploaded files that it links and that its author may share, ascending; absent if there are none. */
  uploads: z.array(FileId).optional(),
});
export type RenderedText = z.infer<typeof RenderedText>;

export const messageEvents = {
  MessageSent: z.object({
    messageId: MessageId,
    senderId: UserId,
    place: Place,
    text: RenderedText,
    topicLinks: z.array(z.string()),
    /** Mentioned bots that are not in the audience of the place, but get the message all the same. */
    alsoTo: z.array(UserId),
    /** Users who get it and are alerted by one of their alert words, ascending. */
    alerted: z.array(UserId).optional(),
    /** The user whose request caused this message of the service. It counts as read by them. */
    readBy: UserId.optional(),
    /** The queue that already shows its own copy, and the local id of that copy. */
    echo: z.object({ queueId: QueueId, localId: z.string() }).optional(),
  }),
  MessageEdited: z.object({
    messageId: MessageId,
    senderId: UserId,
    /** The place of the message at the time of the edit. */
    place: Place,
    text: RenderedText,
    /** As in MessageSent: the receivers at that time. Absent if there are none. */
    alsoTo: z.array(UserId).optional(),
    /** As in MessageSent, for the new text. */
    alerted: z.array(UserId).optional(),
    previous: z.object({ content: z.string(), html: z.string(), rendererVersion: z.int() }),
    /** When the message was sent. Present only if the text links uploaded files. */
    sentAt: z.int().optional(),
    /** The users whom earlier versions mention, and those who added submessages before. Absent if there are none. */
    mentionedBefore: z.array(UserId).optional(),
  }),
  /** Data that a client stores with a message for a widget: JSON with a meaning only for such clients. */
  SubmessageAdded: z.object({
    messageId: MessageId,
    /** Its number among the submessages of the message, from 1. */
    number: z.int().positive(),
    userId: UserId,
    /** The place of the message at that time. */
    place: Place,
    msgType: z.string(),
    content: z.string(),
  }),
  /** The message becomes unreadable. The earlier events of its log stream are removed, and their leaves are stored here. */
  MessageDeleted: z.object({
    messageId: MessageId,
    senderId: UserId,
    place: Place,
    sentAt: z.int(),
    /** As in MessageSent: the receivers at that time. Absent if there are none. */
    alsoTo: z.array(UserId).optional(),
    /** Uploaded files that any of its versions shared; absent if there are none. */
    uploads: z.array(FileId).optional(),
    /** Earlier chat streams, beginning with the one to which it was sent. Absent if it never left one. */
    leftChannels: z.array(ChannelId).optional(),
    /** Present for an erasure, which passes over held messages, so that no hold keeps it. */
    erased: z.literal(true).optional(),
    leaves: z.array(KeptLeaf),
  }),
} as const;
