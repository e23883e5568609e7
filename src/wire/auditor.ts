/** Auditors in the wire format. */
import { z } from 'zod';
import { moment } from './moment.ts';

export const Auditor = z
  .object({
    user_id: z.int(),
    full_name: z.string(),
    appointed_by: z.int().nullable().describe('The user who appointed them; null: the operator of the service'),
    appointed_at: moment(),
    reason: z.string().describe('The reason for the appointment'),
  })
  .meta({ id: 'Auditor', description: 'Somebody who may look at what others did, each time with a reason.' });
export type AuditorRow = z.infer<typeof Auditor>;
