/** Records that an invitation is about to be sent by e-mail. The process that records it is the only one that sends it. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { invitationHistory } from '../../src/state/invitations.ts';
import { InvitationId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const recordInvitationEmail = defineCommand({
  name: 'record-invitation-email',
  input: z.object({ invitationId: InvitationId, generation: z.int() }),
  refusals: [],
  stream: ({ invitationId }, realmId) => logStream.invitation(realmId, invitationId),
  aggregate: invitationHistory,
  decide(_state, { invitationId, generation }, { realmId, own }) {
    const isNewest = own.sent !== undefined && !own.hasEnded && own.generation === generation;
    if (!isNewest || own.emailed >= generation) return accept([], { isToBeSent: false });
    const emailed = { type: 'InvitationEmailed', data: { invitationId, generation } } as const;
    return acceptEvent(logStream.invitation(realmId, invitationId), emailed, { isToBeSent: true });
  },
});
