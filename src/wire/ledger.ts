/** The ledger in the wire format. */
import { z } from 'zod';
import { moment } from './moment.ts';

export const LedgerKey = z
  .object({
    verifier: z.string().describe('The key, in the format of programs that verify signed notes'),
    event_id: z.string().describe('The id of the event that added it'),
    since: moment(),
  })
  .meta({ id: 'LedgerKey', description: 'A key that signs the checkpoints of an organization.' });

export const LedgerEntry = z
  .object({
    index: z.int(),
    leaf: z
      .string()
      .nullable()
      .describe('The text that is hashed; null: the log has lost the event (`verbatim verify`)'),
  })
  .meta({ id: 'LedgerEntry', description: 'A leaf of the ledger.' });
