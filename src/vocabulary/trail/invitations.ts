/** The trail of invitations. Their links are in no event. */
import { idOfLeaf } from '../events/id-of-leaf.ts';
import { iso } from '../iso.ts';
import { users } from './organization.ts';
import type { Rows } from './row.ts';

const invitation = ({ data }: { readonly data: { readonly invitationId: number } }): number => data.invitationId;

export const invitationRows = {
  InvitationSent: {
    action: 'invitation.sent',
    description: 'A person was invited, or a link for many people was made',
    object: invitation,
    also: ({ data }) => users([data.inviterId]),
    after: ({ email, role, channelIds, expiresAt }) => ({
      email,
      invited_as: role,
      stream_ids: channelIds,
      expires_at: iso(expiresAt),
    }),
    begins: true,
  },
  InvitationResent: {
    action: 'invitation.resent',
    description: 'The link of an invitation was replaced',
    object: invitation,
    after: ({ generation, expiresAt }) => ({ generation, expires_at: iso(expiresAt) }),
  },
  InvitationEmailed: {
    action: 'invitation.emailed',
    description: 'An invitation was sent by e-mail',
    object: invitation,
    after: ({ generation }) => ({ emailed_generation: generation }),
    begins: true,
  },
  InvitationEnded: {
    action: 'invitation.ended',
    description: 'An invitation ended: the person joined, or nobody can join with it any more',
    object: invitation,
    also: ({ data: { inviterId, userId } }) => users(userId === undefined ? [inviterId] : [inviterId, userId]),
    after: ({ outcome, userId, leaves }) => ({ outcome, user_id: userId ?? null, erased_events: leaves.map(idOfLeaf) }),
    before: ({ inviterId, sentAt }) => ({ invited_by_user_id: inviterId, invited: iso(sentAt) }),
  },
} satisfies Rows;
