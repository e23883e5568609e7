/** The metadata of every event. */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

export const Metadata = z.object({
  /** The user who acted; null for the service itself. */
  actor: UserId.nullable(),
  /** The time in UTC milliseconds. It is the only clock that a handler may read, and never before the time of the newest event. */
  at: z.int().nonnegative(),
  /** The name of the client program. */
  client: z.string(),
  requestId: z.string(),
  /** The event that caused this one, if a policy acted. */
  causedBy: EventId.optional(),
  /** The newest event that was known to the decision. Absent in an empty log. */
  decidedOn: EventId.optional(),
  /** The version of the payload's schema, from 1. */
  schema: z.int().positive(),
  /** 32 random bytes in base64url. They hide the payload in the ledger's commitment, and are erased together with it. */
  salt: z.string(),
});
export type Metadata = z.infer<typeof Metadata>;
