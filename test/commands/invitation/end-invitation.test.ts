import { endInvitation } from '../../../commands/invitation/end-invitation.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, recorded, testNow } from '../../support/given.ts';
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

const past = [...organization(), invites(1, 3)];
const when = (more: readonly Given[] = [], now = testNow, asOf = now) =>
  given(past, more).when(endInvitation, { invitationId: invitationId(1), asOf }, { actor: null, now });
const ended = (how: object) => {
  const sent = recorded(past).at(-1);
  if (!sent) throw new Error('nothing');
  const common = { invitationId: invitationId(1), inviterId: user(3), sentAt: sent.metadata.at };
  const data = { ...common, ...how, leaves: [leafIn(sent)] };
  return appends(invitationStream(1), 'InvitationEnded', data as never);
};

describeCommand(endInvitation, () => {
  it('ends invitations that have expired, were used, or were revoked', () => {
    when([], testNow + 1_000).thenHappens(ended({ outcome: 'expired' }));
    when(joinsBy(1, 20)).thenHappens(ended({ outcome: 'accepted', userId: user(20) }));
    when([invitationRevoked(1)]).thenHappens(ended({ outcome: 'revoked' }));
  });

  it('does not end invitations that can still be used, and ends none twice', () => {
    when().thenNothing();
    when([], testNow + 1_000, testNow).thenNothing();
    when([], testNow, testNow + 1_000).thenNothing();
    when([invitationEnds(1, 3)], testNow + 1_000).thenNothing();
  });
});
