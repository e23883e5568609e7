/**
 * Confirms the address of a person who has a link for many people. If the service sends e-mails, the address must be proved before there is
 * an account. So the address gets an invitation of its own, in the name of the user who made the link, and on the same terms.
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { invitationHistory } from '../../src/state/invitations.ts';
import { foldCase } from '../../src/vocabulary/fold-case.ts';
import { InvitationId, idNamed } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { addressRefusal, addressRefusals, isAddressAdmitted } from '../rules/address.ts';
import { isUsable } from '../rules/invitations.ts';

export const confirmAddress = defineCommand({
  name: 'confirm-address',
  input: z.object({
    invitationId: idNamed(InvitationId),
    /** The generation from which the link was derived. */
    generation: z.int(),
    email: z.string().optional(),
  }),
  refusals: ['invitation-invalid', 'email-missing', ...addressRefusals, 'email-not-admitted', 'invitations-too-many'],
  stream: ({ invitationId }, realmId) => logStream.invitation(realmId, invitationId),
  aggregate: invitationHistory,
  decide(state, { invitationId, generation, ...input }, { realmId, now, generate, fingerprint, own }) {
    const link = state.invitations.byId.get(invitationId);
    const isNewest = own.sent && !own.hasEnded && own.generation === generation;
    if (!link || link.email !== null || !isNewest || !isUsable(state, link, now))
      return refuse({ code: 'invitation-invalid' });
    const email = input.email?.trim() ?? '';
    if (email === '') return refuse({ code: 'email-missing' });
    const badAddress = addressRefusal(state, email, fingerprint);
    if (badAddress) return refuse(badAddress);
    if (!isAddressAdmitted(state, email)) return refuse({ code: 'email-not-admitted', email });
    // Otherwise a person with the link could cause repeated e-mails to others.
    const all = [...state.invitations.byId.values()];
    if (all.some((one) => one.email !== null && foldCase(one.email) === foldCase(email) && isUsable(state, one, now)))
      return accept([], {});
    if (all.length >= limits.invitationsMax)
      return refuse({ code: 'invitations-too-many', max: limits.invitationsMax });
    const { inviterId, role, expiresAt } = link;
    const data = {
      invitationId: generate.invitationId(),
      inviterId,
      email,
      role,
      channelIds: [...link.channelIds],
      expiresAt,
    };
    const stream = logStream.invitation(realmId, data.invitationId);
    return accept([{ stream, events: [{ type: 'InvitationSent', data }], expects: 'new' as const }], {});
  },
});
