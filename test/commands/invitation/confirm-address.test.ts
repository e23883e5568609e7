import { confirmAddress } from '../../../commands/invitation/confirm-address.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, testNow } from '../../support/given.ts';
import {
  invitation,
  invitationEnds,
  invitationId,
  invitationStream,
  invites,
  invitesAgain,
} from '../../support/invitation-writes.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { channel, organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { domainAdded, roleChanged, settingsChanged } from '../../support/writes.ts';

const terms = { role: 600 as const, channelIds: [channel(1)] };
const past = [
  ...organization(),
  opened(1, 'general', [1, 2]),
  invites(1, 2, { email: null, ...terms }),
  invites(2, 2, { email: 'open@test.example' }),
];
const email = 'nora@new.example';
const when = (input: object = {}, more: readonly Given[] = [], now = testNow) =>
  given(past, more).when(
    confirmAddress,
    { invitationId: invitationId(1), generation: 1, email, ...input },
    { actor: null, now },
  );
const sent = (id: number) => appends(invitationStream(id), 'InvitationSent', invitation(id, 2, { email, ...terms }));

describeCommand(confirmAddress, () => {
  lowerLimits({ invitationsMax: 10 });

  it('invites the address on behalf of the creator of the link, on its terms', () => {
    when({ email: ` ${email} ` }).thenHappens(sent(3));
  });

  it('invites nobody twice, whoever invited them', () => {
    when()
      .andThen()
      .when(confirmAddress, { invitationId: invitationId(1), generation: 1, email })
      .thenNothing();
    when({ email: 'OPEN@test.example' }).thenNothing();
    when({}, [invites(3, 3, { email, expiresAt: testNow })]).thenHappens(sent(4));
  });

  it('requires the newest link for many people, while it is valid', () => {
    when({ invitationId: invitationId(2) }).thenRefused('invitation-invalid');
    when({ invitationId: invitationId(9) }).thenRefused('invitation-invalid');
    when({}, [invitesAgain(1)]).thenRefused('invitation-invalid');
    when({}, [invitationEnds(1, 2)]).thenRefused('invitation-invalid');
    when({}, [roleChanged(2, 400, 200)]).thenRefused('invitation-invalid');
    when({}, [], testNow + 1_000).thenRefused('invitation-invalid');
  });

  it('refuses addresses that may not join', () => {
    when({ email: undefined }).thenRefused('email-missing');
    when({ email: ' ' }).thenRefused('email-missing');
    when({ email: 'nobody' }).thenRefused('email-invalid');
    when({ email: 'user3@test.example' }).thenRefused('email-taken');
    when({}, [settingsChanged({ emails_restricted_to_domains: true }), domainAdded(1, 'own.example')]).thenRefused(
      'email-not-admitted',
    );
  });

  it('refuses more open invitations than an organization may have', () => {
    const many = Array.from({ length: limits.invitationsMax - 2 }, (_, at) => invites(3 + at, 2));
    when({}, many).thenRefused('invitations-too-many');
    when({}, many.slice(1)).thenHappens(sent(limits.invitationsMax + 1));
  });
});
