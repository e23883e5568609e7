/** Exports for review in the wire format. */
import { z } from 'zod';
import { exportFailures, exportFormats } from '../vocabulary/events/exports.ts';
import { moment } from './moment.ts';

export const ReviewExport = z
  .object({
    id: z.int(),
    state: z
      .enum(['running', 'ready', 'failed', 'expired', 'withdrawn'])
      .describe('`ready`: it can be downloaded. `withdrawn`: something in it was erased'),
    progress: z
      .number()
      .nullable()
      .describe('From 0 to 1 while it is being made; null: it is not being made, or by another process'),
    error: z.enum(exportFailures).nullable().describe('Why it failed. `nothing`: no message is in its scope'),
    format: z.enum(exportFormats),
    reason: z.string(),
    user_ids: z.array(z.int()).readonly(),
    stream_ids: z.array(z.int()).readonly(),
    topics: z.array(z.string()).readonly(),
    since: moment().nullable(),
    until: moment().nullable(),
    requested_by: z.int().nullable(),
    requested_at: moment(),
    up_to: z.string().nullable().describe('The last event that it includes; null: not known yet'),
    position: z.int().nullable().describe('The position of that event in the log; null: the event has left the log'),
    checkpoint_size: z.int().nullable().describe('Number of leaves of the first checkpoint that covers it'),
    messages: z.int().nullable(),
    edits: z.int().nullable(),
    deleted: z.int().nullable().describe('How many of the messages were deleted'),
    reactions: z.int().nullable(),
    attachments: z.int().nullable(),
    conversations: z.int().nullable(),
    bytes: z.int().nullable(),
    sha256: z.string().nullable().describe('SHA-256 of the file, hexadecimal'),
    completed_at: moment().nullable(),
    expires_at: moment().nullable(),
  })
  .meta({ id: 'ReviewExport', description: 'An export for review: what was asked for, and what became of it.' });
export type ReviewExportRow = z.infer<typeof ReviewExport>;
