import { revokeInvitation } from '../../../commands/invitation/revoke-invitation.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId, recorded } from '../../support/given.ts';
import {
  invitationEnds,
  invitationId,
  invitationRevoked,
  invitationStream,
  invites,
  joinsBy,
} from '../../support/invitation-writes.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { organization, user } from '../../support/organization.ts';

const past = [...organization(), invites(1, 3), invites(2, 1, { role: 100 }), invites(3, 2, { email: null })];
const when = (id: number, actor: number, forMany = false, more: readonly Given[] = []) =>
  given(past, more).when(revokeInvitation, { invitationId: invitationId(id), forMany }, { actor });
const ended = (id: number, by: number) => {
  const sent = recorded(past).find(({ stream }) => stream === invitationStream(id));
  if (!sent) throw new Error('not invited');
  return [
    appends(logStream.directory(realmId), 'InvitationRevoked', { invitationId: invitationId(id) }),
    appends(invitationStream(id), 'InvitationEnded', {
      invitationId: invitationId(id),
      inviterId: user(by),
      sentAt: sent.metadata.at,
      outcome: 'revoked' as const,
      leaves: [leafIn(sent)],
    }),
  ];
};

describeCommand(revokeInvitation, () => {
  it('ends invitations of the caller, and any invitation for administrators', () => {
    when(1, 3).thenHappens(...ended(1, 3));
    when(1, 2).thenHappens(...ended(1, 3));
    when(3, 1, true).thenHappens(...ended(3, 2));
  });

  it('refuses invitations of others, of the other kind, and used ones', () => {
    when(2, 3).thenRefused('invitation-missing');
    when(9, 1).thenRefused('invitation-missing');
    when(1, 3, true).thenRefused('invitation-missing');
    when(3, 1, false).thenRefused('invitation-missing');
    when(1, 3, false, [invitationEnds(1, 3)]).thenRefused('invitation-missing');
    when(1, 3, false, joinsBy(1, 20)).thenRefused('invitation-missing');
    when(1, 3, false, [invitationRevoked(1)]).thenRefused('invitation-missing');
  });

  it('allows only owners to revoke invitations of owners', () => {
    when(2, 2).thenRefused('owner-required');
    when(2, 1).thenHappens(...ended(2, 1));
  });
});
