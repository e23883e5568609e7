/** Events of `policy-…` and `reaction-…`: what the service does by itself happens once, whoever finishes it. */
import { z } from 'zod';
import { EventId } from '../ids.ts';

export const policyEvents = {
  /** From here on the policy acts; what stands earlier in the log is history to it. */
  PolicyStarted: z.object({ policy: z.string() }),
} as const;

export const reactionEvents = {
  /** What will be done about `causedBy`, with every id and text it needs, so that anyone may finish it. */
  ReactionClaimed: z.object({
    policy: z.string(),
    causedBy: EventId,
    plan: z.array(z.object({ command: z.string(), input: z.json() })),
  }),
  ReactionFinished: z.object({ policy: z.string(), causedBy: EventId }),
} as const;
