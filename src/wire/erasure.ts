/** Erasures in the wire format. */
import { z } from 'zod';
import { moment } from './moment.ts';

const Target = z
  .object({
    message_ids: z.array(z.int()).readonly().optional(),
    user_id: z.int().optional(),
    stream_id: z.int().optional(),
    topic: z.string().optional(),
    until: moment().optional(),
    private_messages: z.boolean().optional(),
  })
  .describe('The scope of the erasure, as requested');

export const Erasure = z
  .object({
    id: z.int(),
    state: z.enum(['awaiting_approval', 'running', 'completed']),
    reason: z.string(),
    basis: z.string().describe('The legal basis'),
    target: Target,
    requested_by: z.int().nullable().describe('Null: the service'),
    retention_days: z.int().nullable().describe('For a retention run: after how many days messages are erased there'),
    requested_at: moment(),
    approved_by: z.int().nullable(),
    messages: z.int().describe('Messages erased so far'),
    events: z.int(),
    bytes: z.int().describe('Bytes of all versions of their texts and HTML'),
    held: z.int().nullable().describe('Messages that were kept because of a legal hold; null: not known yet'),
    completed_at: moment().nullable(),
  })
  .meta({ id: 'Erasure', description: 'An erasure of content: what was asked for, and how far it is.' });
export type ErasureRow = z.infer<typeof Erasure>;

export const Certificate = z
  .object({
    event_id: z.string().describe('The event `ErasureCompleted` of the log'),
    at: moment(),
    erasure_id: z.int(),
    reason: z.string(),
    basis: z.string(),
    target: Target,
    requested_by: z.int().nullable(),
    retention_days: z.int().nullable(),
    approved_by: z.int().nullable(),
    messages: z.int(),
    events: z.int(),
    bytes: z.int(),
    files: z.int().describe('Uploaded files of a user that no message of others shares'),
    held: z.int(),
    proof: z
      .string()
      .nullable()
      .describe('The proof that `event_id` is in the ledger (C2SP tlog-proof), with its leaf; null: not sealed yet'),
  })
  .meta({ id: 'ErasureCertificate', description: 'What was erased, for whom, and on which basis.' });
export type CertificateRow = z.infer<typeof Certificate>;
