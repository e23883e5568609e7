/**
 * Events of `policy-…`, and of the claims of policies (`reaction-…`). A policy claims an action before it acts, so that each action happens
 * once, whichever process finishes it.
 */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

export const policyEvents = {
  /** The policy acts on the events after this one, and not on earlier ones. */
  PolicyStarted: z.object({ policy: z.string() }),
} as const;

export const policyActionEvents = {
  /** The plan for the event `causedBy`, with every id and text that it needs, so that any process can finish it. */
  PolicyActionClaimed: z.object({
    policy: z.string(),
    causedBy: EventId,
    /** `actor`: the user on whose behalf the command runs. Absent for the service itself. */
    plan: z.array(z.object({ command: z.string(), input: z.json(), actor: UserId.optional() })),
  }),
  PolicyActionFinished: z.object({ policy: z.string(), causedBy: EventId }),
} as const;
