/**
 * Events of `ephemeral-…`: typing and presence. They matter only for a moment. So each of these log streams keeps only its newest events,
 * and none is exported.
 */
import { z } from 'zod';
import { UserId } from '../ids.ts';

/** A user's client tells whether they are using it. */
export const presenceStatuses = ['active', 'idle'] as const;

const ClientPresence = z.object({
  client: z.string(),
  status: z.enum(presenceStatuses),
  /** When it told so, in milliseconds. */
  at: z.int(),
});
export type ClientPresence = z.infer<typeof ClientPresence>;

export const ephemeralEvents = {
  /** A user began or ceased to write a private message. */
  TypingTold: z.object({
    userId: UserId,
    op: z.enum(['start', 'stop']),
    /** All participants of the conversation, ascending. */
    userIds: z.array(UserId),
  }),
  /** One of the user's clients told its status. It stands last among all clients of theirs, in the order in which they told theirs. */
  PresenceTold: z.object({ userId: UserId, clients: z.array(ClientPresence).min(1) }),
} as const;
