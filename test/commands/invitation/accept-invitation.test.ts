import { expect } from 'chai';
import { acceptInvitation } from '../../../commands/invitation/accept-invitation.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { withAccounts } from '../../support/besides.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId, testNow } from '../../support/given.ts';
import {
  invitationEnds,
  invitationId,
  invitationRevoked,
  invitationStream,
  invites,
  invitesAgain,
  joinsBy,
} from '../../support/invitation-writes.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { archived, newUser, opened } from '../../support/past-events.ts';
import { deactivated, domainAdded, privacyChanged, roleChanged, settingsChanged } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = [
  ...organization().slice(0, -1),
  ...newUser(9),
  opened(1, 'general', [1, 2]),
  opened(2, 'plans', [3]),
  opened(3, 'old', [3]),
  invites(1, 3, { role: 600, channelIds: [channel(1), channel(2), channel(3)] }),
  invites(2, 2, { email: null, channelIds: [] }),
  archived(3, 'old'),
];
const wanted = { generation: 1, fullName: ' Nora New ', passwordHash: 'hash' };
const when = (id: number, input: object = {}, more: readonly Given[] = [], now = testNow) =>
  given(past, more).when(
    acceptInvitation,
    { invitationId: invitationId(id), ...wanted, ...input },
    { actor: null, now },
  );

describeCommand(acceptInvitation, () => {
  it('creates the account, subscribes it to the streams that are still open, and ends the invitation', () => {
    const { decision } = when(1);
    if (!decision.ok) throw new Error('refused');
    const [person, password, directory, ...rest] = decision.appends.map(({ stream, events }) => ({ stream, events }));
    const email = 'invited1@test.example';
    expect(person?.events).to.deep.equal([
      { type: 'PersonDescribed', data: { userId: 10, fullName: 'Nora New', email, timezone: '' } },
    ]);
    expect(password?.events).to.deep.equal([
      { type: 'PasswordSet', data: { userId: 10, hash: 'hash', signature: '10 has hash' } },
    ]);
    const account = { userId: 10, role: 600, addressFingerprint: `fp:${email}`, bot: null, invitationId: 1 };
    expect(directory).to.deep.equal(appends(logStream.directory(realmId), 'UserCreated', account as never));
    expect(rest.map(({ stream }) => stream)).to.deep.equal([
      logStream.channel(realmId, channel(1)),
      logStream.channel(realmId, channel(2)),
      invitationStream(1),
    ]);
    expect(rest.at(-1)?.events[0]?.data).to.include({ outcome: 'accepted', userId: 10, inviterId: 3 });
    expect(decision.result).to.deep.equal({ userId: user(10), email });
  });

  it('works once; a link for many people works again, for the given address', () => {
    when(1)
      .andThen()
      .when(acceptInvitation, { invitationId: invitationId(1), ...wanted })
      .thenRefused('invitation-invalid');
    when(1, {}, joinsBy(1, 20)).thenRefused('invitation-invalid');
    when(2).thenRefused('email-missing');
    when(2, { email: ' ' }).thenRefused('email-missing');
    when(2, { email: 'a@test.example' }, joinsBy(2, 20)).thenAnswers({ userId: user(21), email: 'a@test.example' });
  });

  it('requires the newest link, before it expires', () => {
    when(1, {}, [invitesAgain(1)]).thenRefused('invitation-invalid');
    when(1, { generation: 2 }, [invitesAgain(1)]).thenAnswers({ userId: user(10), email: 'invited1@test.example' });
    when(1, {}, [], testNow + 999).thenAnswers({ userId: user(10), email: 'invited1@test.example' });
    when(1, {}, [], testNow + 1_000).thenRefused('invitation-invalid');
    when(1, {}, [invitationEnds(1, 3)]).thenRefused('invitation-invalid');
    when(1, {}, [invitationRevoked(1)]).thenRefused('invitation-invalid');
    when(2, { email: 'a@test.example' }, [invitationRevoked(2)]).thenRefused('invitation-invalid');
    when(9).thenRefused('invitation-invalid');
  });

  it('requires that the inviter still may invite, and joins no stream that they may not join', () => {
    when(1, {}, [deactivated(3)]).thenRefused('invitation-invalid');
    when(1, {}, [settingsChanged({ invite_by_admins_only: true })]).thenRefused('invitation-invalid');
    when(2, { email: 'a@test.example' }, [roleChanged(2, 400, 200)]).thenRefused('invitation-invalid');
    const { decision } = when(1, {}, [privacyChanged(1, true)]);
    expect(decision.ok && decision.appends.map(({ stream }) => stream)).to.include.members([
      logStream.channel(realmId, channel(2)),
    ]);
    expect(decision.ok && decision.appends.map(({ stream }) => stream)).not.to.include(
      logStream.channel(realmId, channel(1)),
    );
  });

  it('refuses values that no account may have', () => {
    for (const [fullName, code] of badNames) when(1, { fullName }).thenRefused(code);
    when(2, { email: 'nobody' }).thenRefused('email-invalid');
    when(2, { email: 'user1@test.example' }).thenRefused('email-taken');
    const restricted = [settingsChanged({ emails_restricted_to_domains: true }), domainAdded(1, 'other.example')];
    when(1, {}, restricted).thenRefused('email-not-admitted');
    const among = (size: number) =>
      given(past).when(
        acceptInvitation,
        { invitationId: invitationId(1), ...wanted },
        { actor: null, besides: withAccounts(size) },
      );
    among(limits.usersMax - 1).thenAnswers({ userId: user(10), email: 'invited1@test.example' });
    among(limits.usersMax).thenRefused('users-too-many', { max: limits.usersMax });
  });
});
