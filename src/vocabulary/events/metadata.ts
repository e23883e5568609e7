/** What every event says about itself, beside its payload. */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

export const Metadata = z.object({
  /** Who acted; null: the service itself. */
  actor: UserId.nullable(),
  /** When, UTC milliseconds: the only clock a handler may read; never behind the newest event seen. */
  at: z.int().nonnegative(),
  /** The name of the client program. */
  client: z.string(),
  requestId: z.string(),
  /** The event that made this one follow, where a policy acted. */
  causedBy: EventId.optional(),
  /** The newest event that the decision had seen; absent in an empty log. */
  decidedOn: EventId.optional(),
  /** The version of the payload's schema, from 1. */
  schema: z.int().positive(),
  /** 32 random bytes, base64url: hides the payload in the ledger's commitment, and is erased with it. */
  salt: z.string(),
});
export type Metadata = z.infer<typeof Metadata>;
