/** Records of the audit trail in the wire format. */
import { z } from 'zod';
import { objectTypes } from '../vocabulary/trail/row.ts';
import { moment } from './moment.ts';

const Values = z.record(z.string(), z.unknown());

const TrailPlace = z.union([
  z.object({ stream_id: z.int(), stream: z.string().nullable(), topic: z.string() }),
  z.object({ with: z.array(z.int()).describe('The participants of a private conversation') }),
]);

export const TrailRecord = z
  .object({
    id: z.string().describe('The id of the event'),
    position: z
      .int()
      .nullable()
      .describe('Its position in the log, of which only the order has a meaning; null if the event has left the log'),
    index: z.int().nullable().describe('The index of its leaf in the ledger; null: not sealed yet'),
    at: moment(),
    action: z.string(),
    actor: z.object({
      type: z.enum(['user', 'bot', 'service']),
      id: z.int().nullable(),
      name: z.string().nullable().describe('The name at that time; null if it was erased'),
    }),
    object: z.object({
      type: z.enum(objectTypes),
      id: z.union([z.int(), z.string()]),
      name: z.string().nullable(),
      in: TrailPlace.nullable(),
    }),
    context: z.object({
      client: z.string().nullable(),
      request_id: z.string().nullable(),
      caused_by: z.string().nullable(),
      decided_on: z.string().nullable(),
    }),
    before: Values.nullable(),
    after: Values.nullable(),
    state: z.enum(['intact', 'erased']),
    erased_by: z.string().nullable(),
  })
  .meta({ id: 'TrailRecord', description: 'An event of the organization.' });
export type TrailRecord = z.infer<typeof TrailRecord>;

export const TrailAction = z
  .object({
    action: z.string(),
    object_type: z.enum(objectTypes),
    event: z.string().describe('The type of the event in the log'),
    schema_version: z.int(),
    description: z.string(),
  })
  .meta({ id: 'TrailAction', description: 'A kind of event of the audit trail.' });
export type TrailAction = z.infer<typeof TrailAction>;
