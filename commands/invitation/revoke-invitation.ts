/**
 * DELETE /invites/{id} and /invites/multiuse/{id}: makes the link invalid from now on. The directory's log stream decides that, so that
 * nobody joins by the link at the same time on another process.
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { invitationHistory } from '../../src/state/invitations.ts';
import { InvitationId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { owner } from '../../src/vocabulary/roles.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsOwner } from '../rules/acting.ts';
import { endedAtOnce, invitationEnded, managedInvitation } from '../rules/invitations.ts';

export const revokeInvitation = defineCommand({
  name: 'revoke-invitation',
  input: z.object({ invitationId: idNamed(InvitationId), forMany: z.boolean() }),
  refusals: ['invitation-missing', 'owner-required'],
  stream: ({ invitationId }, realmId) => logStream.invitation(realmId, invitationId),
  aggregate: invitationHistory,
  decide(state, input, { realmId, actor, leafOf, own }) {
    const invitation = managedInvitation(state, actor, input);
    const { sent } = own;
    if (!invitation || !sent || own.hasEnded) return refuse({ code: 'invitation-missing' });
    if (invitation.role === owner && !actsAsOwner(state, actor)) return refuse({ code: 'owner-required' });
    const { invitationId } = invitation;
    return accept(
      [
        {
          stream: logStream.directory(realmId),
          events: [{ type: 'InvitationRevoked', data: { invitationId } }],
        },
        endedAtOnce(realmId, invitationEnded({ ...own, sent }, { outcome: 'revoked' }, leafOf)),
      ],
      {},
    );
  },
});
