/**
 * Events of `audit-…` about exports for review: the request, the finished file, and its removal. The files themselves are in the file
 * store. No event contains a position of the log. Therefore an export names the id of the last event that it covers.
 */
import { z } from 'zod';
import { ChannelId, EventId, ExportId, UserId } from '../ids.ts';
import { AuditRequest } from './audit.ts';

export const exportFormats = ['ndjson', 'csv', 'eml', 'rsmf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Selects messages. Every filter that names something must match. Sent from `since` on and before `until`, UTC milliseconds; null means no
 * bound.
 */
export const ReviewScope = z.object({
  /** Participants: the sender, the receivers, and the users who were subscribed where it was sent. */
  userIds: z.array(UserId),
  /** Chat streams that the message was ever in. */
  channelIds: z.array(ChannelId),
  /** The topic to which it was sent, or its current topic. */
  topics: z.array(z.string()),
  since: z.int().nullable(),
  until: z.int().nullable(),
});
export type ReviewScope = z.infer<typeof ReviewScope>;

export const ReviewCounts = z.object({
  messages: z.int(),
  /** The number of versions of texts after the first ones. */
  edits: z.int(),
  /** How many of the messages were deleted. */
  deleted: z.int(),
  reactions: z.int(),
  attachments: z.int(),
  conversations: z.int(),
});
export type ReviewCounts = z.infer<typeof ReviewCounts>;

/** The reasons why there is no file. */
export const exportFailures = ['nothing', 'disk-full', 'too-large', 'requester-dismissed'] as const;
export type ExportFailure = (typeof exportFailures)[number];

export const reviewExportEvents = {
  ExportRequested: z.object({
    exportId: ExportId,
    format: z.enum(exportFormats),
    ...ReviewScope.shape,
    /** The last event in the export; null for this event. */
    upTo: EventId.nullable(),
    reason: z.string(),
    request: AuditRequest.optional(),
  }),
  ExportCompleted: z.object({
    exportId: ExportId,
    /** The bytes of the file, and their SHA-256 in hexadecimal. */
    bytes: z.int(),
    sha256: z.string(),
    ...ReviewCounts.shape,
    /** The last recorded event in the export. */
    lastEvent: EventId,
    /** The number of leaves of the first checkpoint that covers it. */
    checkpointSize: z.int(),
    expiresAt: z.int(),
  }),
  ExportFailed: z.object({ exportId: ExportId, cause: z.enum(exportFailures) }),
  /** The file is removed. */
  ExportEnded: z.object({ exportId: ExportId, cause: z.enum(['expired', 'erased']) }),
} as const;
