/**
 * Events of `audit-…` about legal holds: what must not leave the log, whoever deletes it. They make no client event, so that nobody whose
 * words are held learns of it.
 */
import { z } from 'zod';
import { ChannelId, FileId, HoldId, MessageId, UserId } from '../ids.ts';
import { AuditRequest } from './audit.ts';

/** Whose messages, and those of which chat streams. Sent from `since` on and before `until`, UTC milliseconds; null: without that bound. */
export const HoldScope = z.object({
  userIds: z.array(UserId),
  channelIds: z.array(ChannelId),
  since: z.int().nullable(),
  until: z.int().nullable(),
});
export type HoldScope = z.infer<typeof HoldScope>;

/** The facts that decide whether a message falls under a hold. */
export const MessageFacts = z.object({
  messageId: MessageId,
  senderId: UserId,
  sentAt: z.int(),
  /** Whom it was for beside the subscribers: the participants of a conversation, and those who were mentioned. */
  addressed: z.array(UserId),
  /** Every chat stream in which it ever stood, that of its sending first. */
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
  /** What is absent stays as it was. */
  HoldChanged: z.object({
    holdId: HoldId,
    reason: z.string(),
    name: z.string().optional(),
    ...HoldScope.partial().shape,
  }),
  HoldEnded: z.object({ holdId: HoldId, reason: z.string() }),
  /** A message that was deleted falls under a hold: its earlier events stay in the log. `uploads`: the files that its versions shared. */
  DeletionHeld: z.object({ message: MessageFacts, uploads: z.array(FileId) }),
  /** A file that was deleted falls under a hold that was placed while its deletion was decided: it stays. */
  FileDeletionHeld: z.object({ fileId: FileId }),
  /** Deleted messages and files under which no hold stands any more: their earlier events go now, as their deletions said. */
  HeldDeletionsEnded: z.object({
    messageIds: z.array(MessageId),
    fileIds: z.array(FileId),
    /** Files that the messages shared. */
    uploads: z.array(FileId),
  }),
} as const;
