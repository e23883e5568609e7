/** Events of `policy-…`, and of the claims of policies (`reaction-…`), by which each action happens once, whichever process finishes it. */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

export const policyEvents = {
  /** The policy looks at the events after this one. It takes no action about earlier ones. */
  PolicyStarted: z.object({ policy: z.string() }),
} as const;

export const policyActionEvents = {
  /** What will be done about the event `causedBy`, with every id and text needed, so that any process can finish it. */
  PolicyActionClaimed: z.object({
    policy: z.string(),
    causedBy: EventId,
    /** `actor`: on whose behalf; absent: the service itself. */
    plan: z.array(z.object({ command: z.string(), input: z.json(), actor: UserId.optional() })),
  }),
  PolicyActionFinished: z.object({ policy: z.string(), causedBy: EventId }),
} as const;
