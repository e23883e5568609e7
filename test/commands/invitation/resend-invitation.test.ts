import { resendInvitation } from '../../../commands/invitation/resend-invitation.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, testNow } from '../../support/given.ts';
import {
  invitationEnds,
  invitationId,
  invitationStream,
  invites,
  invitesAgain,
} from '../../support/invitation-writes.ts';
import { organization } from '../../support/organization.ts';
import { newBot, roleChanged, settingsChanged } from '../../support/writes.ts';

const past = [
  ...organization(),
  ...newBot(30, 1),
  roleChanged(30, 200, 400),
  invites(1, 3),
  invites(2, 1, { role: 100 }),
  invites(3, 2, { email: null }),
];
const when = (id: number, actor: number, more: readonly Given[] = []) =>
  given(past, more).when(resendInvitation, { invitationId: invitationId(id) }, { actor });
const resent = (id: number, generation: number) =>
  appends(invitationStream(id), 'InvitationResent', {
    invitationId: invitationId(id),
    generation,
    expiresAt: testNow + limits.invitationSecs * 1000,
  });

describeCommand(resendInvitation, () => {
  it('creates another link that is valid for the whole time, even after the old one has expired', () => {
    when(1, 3).thenHappens(resent(1, 2));
    when(1, 2, [invitesAgain(1)]).thenHappens(resent(1, 3));
    when(1, 3).thenAnswers({ email: 'invited1@test.example', generation: 2, sentAt: testNow });
    when(1, 3, [invitesAgain(1, 2, 1)]).thenHappens(resent(1, 3));
  });

  it('refuses invitations of others and ended ones, and sends no links for many people', () => {
    when(2, 3).thenRefused('invitation-missing');
    when(3, 2).thenRefused('invitation-missing');
    when(1, 3, [invitationEnds(1, 3)]).thenRefused('invitation-missing');
  });

  it('has the same requirements as inviting', () => {
    when(1, 3, [settingsChanged({ invite_by_admins_only: true })]).thenRefused('administrator-required');
    when(2, 2).thenRefused('owner-required');
    when(1, 30).thenRefused('bot-requests-refused');
    when(1, 3, [roleChanged(3, 600, 400)]).thenRefused('guest-not-allowed');
  });

  it('is limited to invitationSendingsMax times in all', () => {
    when(1, 3, [invitesAgain(1, limits.invitationSendingsMax - 1)]).thenHappens(
      resent(1, limits.invitationSendingsMax),
    );
    when(1, 3, [invitesAgain(1, limits.invitationSendingsMax)]).thenRefused('invitation-sent-too-often', {
      max: limits.invitationSendingsMax,
    });
  });
});
