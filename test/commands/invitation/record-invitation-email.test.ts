import { recordInvitationEmail } from '../../../commands/invitation/record-invitation-email.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, testNow } from '../../support/given.ts';
import {
  invitationEnds,
  invitationId,
  invitationRevoked,
  invitationStream,
  invites,
  invitesAgain,
} from '../../support/invitation-writes.ts';
import { organization } from '../../support/organization.ts';
import { deactivated, settingsChanged } from '../../support/writes.ts';

const past = [...organization(), invites(1, 3)];
const when = (generation: number, more: readonly Given[] = [], now = testNow) =>
  given(past, more).when(recordInvitationEmail, { invitationId: invitationId(1), generation }, { actor: null, now });
const emailed = (generation: number) =>
  appends(invitationStream(1), 'InvitationEmailed', { invitationId: invitationId(1), generation });

describeCommand(recordInvitationEmail, () => {
  it('is recorded once for each link', () => {
    const first = when(1);
    first.thenHappens(emailed(1));
    first.thenAnswers({ isToBeSent: true });
    const again = first.andThen();
    again
      .when(recordInvitationEmail, { invitationId: invitationId(1), generation: 1 }, { actor: null })
      .thenAnswers({ isToBeSent: false });
    when(2, [invitesAgain(1)]).thenHappens(emailed(2));
  });

  it('is not recorded for a link that is no longer valid', () => {
    when(1, [invitesAgain(1)]).thenNothing();
    when(1, [invitationEnds(1, 3)]).thenNothing();
    when(1, [invitationRevoked(1)]).thenNothing();
    when(1, [deactivated(3)]).thenNothing();
    when(1, [settingsChanged({ invite_by_admins_only: true })]).thenNothing();
    when(1, [], testNow + 1_000).thenNothing();
    when(2).thenAnswers({ isToBeSent: false });
  });
});
