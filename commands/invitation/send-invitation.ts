/** POST /invites and /invites/multiuse: makes a link with which one person, or everybody who has it, may join. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { ChannelId, idNamed } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { Role } from '../../src/vocabulary/roles.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { addressRefusal, addressRefusals, isAddressAdmitted } from '../rules/address.ts';
import { mayEnter } from '../rules/channels.ts';
import { inviterRefusal, inviterRefusals } from '../rules/invitations.ts';

export const sendInvitation = defineCommand({
  name: 'send-invitation',
  input: z.object({
    /** Null for a link that everybody may use. */
    email: z.string().nullable(),
    role: Role,
    channelIds: z.array(idNamed(ChannelId)),
  }),
  refusals: [
    'invitation-streams-too-many',
    ...inviterRefusals,
    'invitation-streams-missing',
    'invitation-stream-unknown',
    'invitations-too-many',
    ...addressRefusals,
    'email-not-admitted',
  ],
  stream: () => null,
  decide(state, { role, ...input }, { realmId, actor, now, generate, fingerprint }) {
    const forMany = input.email === null;
    const channelIds = [...new Set(input.channelIds)];
    if (channelIds.length > limits.invitationStreamsMax)
      return refuse({ code: 'invitation-streams-too-many', max: limits.invitationStreamsMax });
    const mayNot = inviterRefusal(state, actor, { role, forMany });
    if (mayNot) return refuse(mayNot);
    // A person who joins with a link for many people may find the streams without help.
    if (channelIds.length === 0 && !forMany) return refuse({ code: 'invitation-streams-missing' });
    for (const channelId of channelIds) {
      const channel = knownChannel(state, actor, channelId);
      if (!channel || !mayEnter(state, actor, channel)) return refuse({ code: 'invitation-stream-unknown', channelId });
    }
    const inviterId = actor as UserId;
    const all = [...state.invitations.byId.values()];
    const own = all.filter((one) => one.inviterId === inviterId).length;
    if (all.length >= limits.invitationsMax)
      return refuse({ code: 'invitations-too-many', max: limits.invitationsMax });
    if (!actsAsAdministrator(state, actor) && own >= limits.invitationsPerUserMax)
      return refuse({ code: 'invitations-too-many', max: limits.invitationsPerUserMax });
    const email = input.email === null ? null : input.email.trim();
    if (email !== null) {
      const badAddress = addressRefusal(state, email, fingerprint);
      if (badAddress) return refuse(badAddress);
      if (!isAddressAdmitted(state, email)) return refuse({ code: 'email-not-admitted', email });
    }
    const invitationId = generate.invitationId();
    const expiresAt = now + limits.invitationSecs * 1000;
    const sent = {
      type: 'InvitationSent',
      data: { invitationId, inviterId, email, role, channelIds, expiresAt },
    } as const;
    return accept([{ stream: logStream.invitation(realmId, invitationId), events: [sent], expects: 'new' as const }], {
      invitationId,
    });
  },
});
