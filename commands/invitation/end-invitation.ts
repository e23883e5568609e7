/**
 * Ends an invitation with which nobody can join any more, so that the address leaves the log. If the process ended while somebody joined,
 * they get what they still lack. Only the service does this.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { isActive } from '../../src/state/directory.ts';
import { type Invitation, invitationHistory, isSpent } from '../../src/state/invitations.ts';
import { InvitationId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { invitationEnded, mayInviteTo } from '../rules/invitations.ts';
import { stillMissing } from '../rules/new-people.ts';

export const endInvitation = defineCommand({
  name: 'end-invitation',
  /** `asOf`: the time by `conservativeClock`. */
  input: z.object({ invitationId: InvitationId, asOf: z.int() }),
  refusals: [],
  stream: ({ invitationId }, realmId) => logStream.invitation(realmId, invitationId),
  aggregate: invitationHistory,
  decide(state, { invitationId, asOf }, { realmId, now, leafOf, own }) {
    const invitation = state.invitations.byId.get(invitationId);
    const { sent } = own;
    if (!invitation || !sent || own.hasEnded || !isSpent(invitation, Math.min(asOf, now))) return accept([], {});
    const { usedBy } = invitation;
    const isOpen = mayInviteTo(state, invitation);
    const channelIds = invitation.channelIds.filter(isOpen);
    const ended = invitationEnded({ ...own, sent }, outcomeOf(invitation), leafOf);
    return accept(
      [
        ...(usedBy !== undefined && isActive(state.directory, usedBy)
          ? stillMissing(state, usedBy, { channelIds, isOpen })
          : []),
        { stream: logStream.invitation(realmId, invitationId), expects: 'unchanged', events: [ended] },
      ],
      {},
    );
  },
});

function outcomeOf({ usedBy: userId, revoked }: Invitation) {
  if (userId !== undefined) return { outcome: 'accepted', userId } as const;
  return { outcome: revoked ? 'revoked' : 'expired' } as const;
}
