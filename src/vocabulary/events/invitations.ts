/**
 * Events of `invitation-…`, one log stream for each link by which people may join. The link is derived from the server's secret and is in
 * no event. The address of the invited person is removed with the last event of the stream.
 */
import { z } from 'zod';
import { ChannelId, InvitationId, UserId } from '../ids.ts';
import { Role } from '../roles.ts';
import { KeptLeaf } from './leaf.ts';

export const invitationEvents = {
  InvitationSent: z.object({
    invitationId: InvitationId,
    inviterId: UserId,
    /** The person for whom it is, who can join once. Null if everybody with the link may join. */
    email: z.string().nullable(),
    role: Role,
    /** The streams to which people who join are subscribed. */
    channelIds: z.array(ChannelId),
    expiresAt: z.int().nonnegative(),
  }),
  /** There is a new link. The previous one becomes invalid. */
  InvitationResent: z.object({
    invitationId: InvitationId,
    generation: z.int().min(2),
    expiresAt: z.int().nonnegative(),
  }),
  /** An e-mail with the newest link was about to be sent. */
  InvitationEmailed: z.object({ invitationId: InvitationId, generation: z.int().positive() }),
  /** The link becomes invalid. The earlier events are removed, and their leaves are stored here. */
  InvitationEnded: z.object({
    invitationId: InvitationId,
    inviterId: UserId,
    sentAt: z.int(),
    outcome: z.enum(['accepted', 'revoked', 'expired']),
    /** The user who joined with it. */
    userId: UserId.optional(),
    leaves: z.array(KeptLeaf),
  }),
} as const;
