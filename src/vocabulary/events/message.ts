/** Events of `message-…`, one log stream per message. Each text has its HTML, so that the log shows what readers saw. */
import { z } from 'zod';
import { ChannelId, FileId, MessageId, QueueId, UserId } from '../ids.ts';
import { Place } from '../places.ts';
import { KeptLeaf } from './leaf.ts';

/** A text as it was said and as it was shown, with all that was found in it. */
export const RenderedText = z.object({
  content: z.string(),
  html: z.string(),
  rendererVersion: z.int(),
  /** Users named with a mention that is not silent, ascending. */
  mentioned: z.array(UserId),
  wildcard: z.boolean(),
  hasLink: z.boolean(),
  hasImage: z.boolean(),
  hasAttachment: z.boolean(),
  /** Uploaded files that it links and that its writer may share, ascending; absent without any. */
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
    /** Bots named that are not in the audience of the place but get the message all the same. */
    alsoTo: z.array(UserId),
    /** Users who get it and are alerted by one of their alert words, ascending. */
    alerted: z.array(UserId).optional(),
    /** The user whose request caused this message of the service. For them it is read. */
    readBy: UserId.optional(),
    /** The queue that shows its own copy already, and the name it gave it. */
    echo: z.object({ queueId: QueueId, localId: z.string() }).optional(),
  }),
  MessageEdited: z.object({
    messageId: MessageId,
    senderId: UserId,
    /** Where it stood when it was edited. */
    place: Place,
    text: RenderedText,
    /** As in MessageSent: who got it then. Absent if nobody. */
    alsoTo: z.array(UserId).optional(),
    /** As in MessageSent, for the new text. */
    alerted: z.array(UserId).optional(),
    previous: z.object({ content: z.string(), html: z.string(), rendererVersion: z.int() }),
    /** When the message was sent; only where the text links uploaded files. */
    sentAt: z.int().optional(),
    /** Whom earlier versions mention, and who added submessages before; absent if nobody. */
    mentionedBefore: z.array(UserId).optional(),
  }),
  /** What a client keeps with a message for a widget that it shows of it: JSON that means something to such clients alone. */
  SubmessageAdded: z.object({
    messageId: MessageId,
    /** Its number among the submessages of the message, from 1. */
    number: z.int().positive(),
    userId: UserId,
    /** Where the message stood then. */
    place: Place,
    msgType: z.string(),
    content: z.string(),
  }),
  /** Unreachable from here on; the events before it in its log stream go, their leaves stay here. */
  MessageDeleted: z.object({
    messageId: MessageId,
    senderId: UserId,
    place: Place,
    sentAt: z.int(),
    /** As in MessageSent: who got it then. Absent if nobody. */
    alsoTo: z.array(UserId).optional(),
    /** Uploaded files that one of its versions shared; absent without any. */
    uploads: z.array(FileId).optional(),
    /** Chat streams in which it stood before, that of its sending first; absent where it never left one. */
    leftChannels: z.array(ChannelId).optional(),
    /** An erasure, which passes over what is held: no hold keeps it. */
    erased: z.literal(true).optional(),
    leaves: z.array(KeptLeaf),
  }),
} as const;
