/**
 * Events of `ephemeral-…`: typing and presence. They matter only for a moment. Therefore each of these log streams keeps only its newest
 * events, and none is exported.
 */
import { z } from 'zod';
import { UserId } from '../ids.ts';

export const presenceStatuses = ['active', 'idle'] as const;

const ClientPresence = z.object({
  client: z.string(),
  status: z.enum(presenceStatuses),
  /** The time of the report in milliseconds. */
  at: z.int(),
});
export type ClientPresence = z.infer<typeof ClientPresence>;

export const ephemeralEvents = {
  /** A user started or stopped typing a private message. */
  TypingTold: z.object({
    userId: UserId,
    op: z.enum(['start', 'stop']),
    /** All participants of the conversation, ascending. */
    userIds: z.array(UserId),
  }),
  /** One of the user's clients reported its status. `clients`: all of their clients, the one that reported last. */
  PresenceTold: z.object({ userId: UserId, clients: z.array(ClientPresence).min(1) }),
} as const;
