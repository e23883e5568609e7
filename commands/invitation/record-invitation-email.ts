/**
 * Records that an invitation is about to be sent by e-mail. The process that records it is the only one that sends it. The inviter
 * may have lost the right to invite while the SMTP server was out of reach.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { invitationHistory } from '../../src/state/invitations.ts';
import { InvitationId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { isUsable } from '../rules/invitations.ts';

export const recordInvitationEmail = defineCommand({
  name: 'record-invitation-email',
  input: z.object({ invitationId: InvitationId, generation: z.int() }),
  refusals: [],
  stream: ({ invitationId }, realmId) => logStream.invitation(realmId, invitationId),
  aggregate: invitationHistory,
  decide(state, { invitationId, generation }, { realmId, now, own }) {
    const invitation = state.invitations.byId.get(invitationId);
    const isNewest = own.sent !== undefined && !own.hasEnded && own.generation === generation;
    if (!invitation || !isNewest || !isUsable(state, invitation, now) || own.emailed >= generation)
      return accept([], { isToBeSent: false });
    const emailed = { type: 'InvitationEmailed', data: { invitationId, generation } } as const;
    return acceptEvent(logStream.invitation(realmId, invitationId), emailed, { isToBeSent: true });
  },
});
