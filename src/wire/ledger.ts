/** The ledger in the wire format. */
import { z } from 'zod';

export const LedgerKey = z
  .object({
    verifier: z.string().describe('The key, as programs that verify signed notes take it'),
    event_id: z.string().describe('The event that brought it in'),
    since: z.string().describe('ISO 8601, UTC'),
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
