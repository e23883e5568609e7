/** Legal holds in the wire format. */
import { z } from 'zod';
import { moment } from './moment.ts';

export const Hold = z
  .object({
    id: z.int(),
    name: z.string(),
    reason: z.string().describe('Why it was placed'),
    user_ids: z.array(z.int()).readonly().describe('The custodians'),
    stream_ids: z.array(z.int()).readonly(),
    since: moment().nullable().describe('Messages sent at or after this time; null: no bound'),
    until: moment().nullable().describe('Messages sent before this time; null: no bound'),
    placed_by: z.int().nullable().describe('The auditor who placed it; null: the operator of the service'),
    placed_at: moment(),
    ended_by: z.int().nullable(),
    ended_at: moment().nullable().describe('Null: it has not ended'),
  })
  .meta({ id: 'Hold', description: 'A legal hold: whatever it covers stays in the log, whoever deletes it.' });
export type HoldRow = z.infer<typeof Hold>;
