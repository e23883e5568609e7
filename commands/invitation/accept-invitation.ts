/**
 * POST /invites/accept: a person joins with a link. An invitation for one person can be used once, and nobody can use an invitation
 * that was taken back. The directory's log stream decides both: the event of the new account names the invitation there.
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { invitationHistory } from '../../src/state/invitations.ts';
import { InvitationId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { endedAtOnce, invitationEnded, isUsable, mayInviteTo } from '../rules/invitations.ts';
import { newPersonRefusal, newPersonRefusals, personCreated } from '../rules/new-people.ts';

export const acceptInvitation = defineCommand({
  name: 'accept-invitation',
  input: z.object({
    invitationId: idNamed(InvitationId),
    /** The generation from which the link was derived. */
    generation: z.int(),
    /** Only for a link for many people: the address of the person who joins. */
    email: z.string().optional(),
    fullName: z.string(),
    passwordHash: z.string().optional(),
  }),
  refusals: ['invitation-invalid', 'email-missing', ...newPersonRefusals, 'email-not-admitted'],
  stream: ({ invitationId }, realmId) => logStream.invitation(realmId, invitationId),
  aggregate: invitationHistory,
  decide(state, { invitationId, generation, passwordHash, ...input }, context) {
    const { realmId, now, leafOf, own } = context;
    const invitation = state.invitations.byId.get(invitationId);
    const { sent } = own;
    if (!invitation || !sent || own.hasEnded || own.generation !== generation || !isUsable(state, invitation, now))
      return refuse({ code: 'invitation-invalid' });
    const email = invitation.email ?? input.email?.trim();
    if (email === undefined || email === '') return refuse({ code: 'email-missing' });
    const person = { email, fullName: input.fullName.trim() };
    const wrong = newPersonRefusal(state, person, context);
    if (wrong) return refuse(wrong);
    const { role } = invitation;
    const isOpen = mayInviteTo(state, invitation);
    const channelIds = invitation.channelIds.filter(isOpen);
    const { userId, appends } = personCreated(
      state,
      { ...person, role, timezone: '', passwordHash, invitationId: invitation.invitationId, channelIds, isOpen },
      context,
    );
    const ended =
      invitation.email === null
        ? []
        : [endedAtOnce(realmId, invitationEnded({ ...own, sent }, { outcome: 'accepted', userId }, leafOf))];
    return accept([...appends, ...ended], { userId, email });
  },
});
