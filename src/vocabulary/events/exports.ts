/**
 * Events of `audit-…` about exports for review: what was requested, what was made, and that it was removed. The files themselves are in the
 * file store. No event holds a position of the log, so an export names the last event that it covers.
 */
import { z } from 'zod';
import { ChannelId, EventId, ExportId, UserId } from '../ids.ts';
import { AuditRequest } from './audit.ts';

export const exportFormats = ['ndjson', 'csv', 'eml', 'rsmf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Which messages: every filter that names something must hold. Sent from `since` on and before `until`, UTC milliseconds; null: without that bound. */
export const ReviewScope = z.object({
  /** Participants: who sent it, whom it was for, and who was subscribed where it was sent. */
  userIds: z.array(UserId),
  /** Chat streams in which it ever stood. */
  channelIds: z.array(ChannelId),
  /** Where it was sent, or stands now. */
  topics: z.array(z.string()),
  since: z.int().nullable(),
  until: z.int().nullable(),
});
export type ReviewScope = z.infer<typeof ReviewScope>;

/** What is in an export. */
export const ReviewCounts = z.object({
  messages: z.int(),
  /** Versions of texts beside the first. */
  edits: z.int(),
  /** Of the messages, those that were deleted. */
  deleted: z.int(),
  reactions: z.int(),
  attachments: z.int(),
  conversations: z.int(),
});
export type ReviewCounts = z.infer<typeof ReviewCounts>;

/** Why there is no file. */
export const exportFailures = ['nothing', 'disk-full', 'too-large', 'requester-dismissed'] as const;
export type ExportFailure = (typeof exportFailures)[number];

export const reviewExportEvents = {
  ExportRequested: z.object({
    exportId: ExportId,
    format: z.enum(exportFormats),
    ...ReviewScope.shape,
    /** The last event that counts; null: this one. */
    upTo: EventId.nullable(),
    reason: z.string(),
    request: AuditRequest.optional(),
  }),
  ExportCompleted: z.object({
    exportId: ExportId,
    /** Bytes of the file, and their SHA-256, hexadecimal. */
    bytes: z.int(),
    sha256: z.string(),
    ...ReviewCounts.shape,
    /** The last recorded event that counts. */
    lastEvent: EventId,
    /** Leaves of the first checkpoint that covers it. */
    checkpointSize: z.int(),
    expiresAt: z.int(),
  }),
  ExportFailed: z.object({ exportId: ExportId, cause: z.enum(exportFailures) }),
  /** The file goes. */
  ExportEnded: z.object({ exportId: ExportId, cause: z.enum(['expired', 'erased']) }),
} as const;
