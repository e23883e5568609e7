/** POST /invites/{id}/resend: replaces the link with a new one, and restarts its validity period. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { invitationHistory } from '../../src/state/invitations.ts';
import { InvitationId, idNamed } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { inviterRefusal, inviterRefusals, managedInvitation } from '../rules/invitations.ts';

export const resendInvitation = defineCommand({
  name: 'resend-invitation',
  input: z.object({ invitationId: idNamed(InvitationId) }),
  refusals: ['invitation-missing', ...inviterRefusals, 'invitation-sent-too-often'],
  stream: ({ invitationId }, realmId) => logStream.invitation(realmId, invitationId),
  aggregate: invitationHistory,
  decide(state, { invitationId }, { realmId, actor, now, own }) {
    const invitation = managedInvitation(state, actor, { invitationId, forMany: false });
    if (!invitation || !own.sent || own.hasEnded) return refuse({ code: 'invitation-missing' });
    const mayNot = inviterRefusal(state, actor, { role: invitation.role, forMany: false });
    if (mayNot) return refuse(mayNot);
    if (own.generation >= limits.invitationSendingsMax)
      return refuse({ code: 'invitation-sent-too-often', max: limits.invitationSendingsMax });
    const generation = own.generation + 1;
    const resent = {
      type: 'InvitationResent',
      data: { invitationId: invitation.invitationId, generation, expiresAt: now + limits.invitationSecs * 1000 },
    } as const;
    return acceptEvent(logStream.invitation(realmId, invitation.invitationId), resent, {
      email: invitation.email ?? '',
      generation,
      sentAt: now,
    });
  },
});
