/** The ledger in the wire format. */
import { z } from 'zod';

export const LedgerKey = z
  .object({
    verifier: z.string().describe('The key, as programs that verify signed notes take it'),
    event_id: z.string().describe('The event that brought it in'),
    since: z.string().describe('ISO 8601, UTC'),
  })
  .meta({ id: 'LedgerKey', description: 'A key that signs the checkpoints of an organization.' });
