/**
 * Events of `audit-…` about legal holds, which keep messages and files in the log even if somebody deletes them. They make no client event,
 * so that nobody whose messages are held learns of it.
 */
import { z } from 'zod';
import { ChannelId, FileId, HoldId, MessageId, UserId } from '../ids.ts';
import { AuditRequest } from './audit.ts';

/**
 * Whose messages, and the messages of which chat streams. Sent from `since` on and before `until`, UTC milliseconds; null means no bound.
 */
export const HoldScope = z.object({
  userIds: z.array(UserId),
  channelIds: z.array(ChannelId),
  since: z.int().nullable(),
  until: z.int().nullable(),
});
export type HoldScope = z.infer<typeof HoldScope>;

/** The facts that decide whether a hold covers a message. */
export const MessageFacts = z.object({
  messageId: MessageId,
  senderId: UserId,
  sentAt: z.int(),
  /** The receivers other than subscribers: the participants of a conversation, and mentioned users. */
  addressed: z.array(UserId),
  /** Every chat stream that it was ever in, beginning with the one to which it was sent. */
  stoodIn: z.array(ChannelId),
});
export type MessageFacts = z.infer<typeof MessageFacts>;

export const holdEvents = {
  HoldPlaced: z.object({
    holdId: HoldId,
    name: z.string(),
    reason: z.string(),
    ...HoldScope.shape,
    request: AuditRequest.optional(),
  }),
  /** An absent field stays unchanged. */
  HoldChanged: z.object({
    holdId: HoldId,
    reason: z.string(),
    name: z.string().optional(),
    ...HoldScope.partial().shape,
  }),
  HoldEnded: z.object({ holdId: HoldId, reason: z.string() }),
  /** A hold covers a deleted message: its earlier events stay in the log. `uploads`: the files that its versions shared. */
  DeletionHeld: z.object({ message: MessageFacts, uploads: z.array(FileId) }),
  /** A hold that was placed during the decision of a file's deletion covers the file: it stays. */
  FileDeletionHeld: z.object({ fileId: FileId }),
  /** Deleted messages and files that no hold covers any more. Their earlier events are removed now, as their deletions specified. */
  HeldDeletionsEnded: z.object({
    messageIds: z.array(MessageId),
    fileIds: z.array(FileId),
    /** Files that the messages shared. */
    uploads: z.array(FileId),
  }),
} as const;
