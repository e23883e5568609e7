/**
 * Events of `invitation-…`, one log stream for each link by which people may join. The link is derived from the server's secret and is
 * in no event. The address of the invited person goes with the last event of the stream.
 */
import { z } from 'zod';
import { ChannelId, InvitationId, UserId } from '../ids.ts';
import { Role } from '../roles.ts';
import { KeptLeaf } from './leaf.ts';

export const invitationEvents = {
  InvitationSent: z.object({
    invitationId: InvitationId,
    inviterId: UserId,
    /** Whom it is for, who joins once. Null: everybody who has the link. */
    email: z.string().nullable(),
    role: Role,
    /** What whoever joins is subscribed to. */
    channelIds: z.array(ChannelId),
    expiresAt: z.int().nonnegative(),
  }),
  /** There is another link. The one before is of no use. */
  InvitationResent: z.object({
    invitationId: InvitationId,
    generation: z.int().min(2),
    expiresAt: z.int().nonnegative(),
  }),
  /** An e-mail with the newest link was about to be sent. */
  InvitationEmailed: z.object({ invitationId: InvitationId, generation: z.int().positive() }),
  /** The link is of no use any more. The events before this one go, their leaves stay here. */
  InvitationEnded: z.object({
    invitationId: InvitationId,
    inviterId: UserId,
    sentAt: z.int(),
    outcome: z.enum(['accepted', 'revoked', 'expired']),
    /** Who joined by it. */
    userId: UserId.optional(),
    leaves: z.array(KeptLeaf),
  }),
} as const;
