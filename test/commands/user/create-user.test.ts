import { expect } from 'chai';
import { createUser } from '../../../commands/user/create-user.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { Role } from '../../../src/vocabulary/roles.ts';
import { withAccounts } from '../../support/besides.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { archived, newUser, opened } from '../../support/past-events.ts';
import { domainAdded, madeDefault, settingsChanged } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = [...organization().slice(0, -1), ...newUser(9)];
const asks = askingFor(createUser, past);
const wanted = { email: 'new@test.example', fullName: ' Nora New ', role: 400 as Role };

const described = (timezone = '') =>
  appends(logStream.person(realmId, user(10)), 'PersonDescribed', {
    userId: user(10),
    fullName: 'Nora New',
    email: 'new@test.example',
    timezone,
  });
const created = (role: Role = 400) =>
  appends(logStream.directory(realmId), 'UserCreated', {
    userId: user(10),
    role,
    addressFingerprint: 'fp:new@test.example',
    bot: null,
  });

describeCommand(createUser, () => {
  it("records the person's details before the directory has the user", () => {
    const result = asks(2, wanted).thenHappens(described(), created());
    expect(result.userId).to.equal(10);
  });

  it("gives the person the organization's language and time format", () => {
    const settings = { default_language: 'de', twenty_four_hour_time: true };
    asks(2, wanted, settingsChanged({ default_language: 'de', default_twenty_four_hour_time: true })).thenHappens(
      described(),
      created(),
      appends(logStream.user(realmId, user(10)), 'DisplaySettingsChanged', { userId: user(10), settings }),
    );
  });

  it('may be done by the service, which may create owners too', () => {
    asks(null, { ...wanted, role: 100, timezone: 'Europe/Oslo' }).thenHappens(described('Europe/Oslo'), created(100));
  });

  it('subscribes to the default streams that still exist', () => {
    asks(
      2,
      wanted,
      opened(1, 'general', []),
      madeDefault(1),
      opened(2, 'old', []),
      madeDefault(2),
      archived(2, 'old'),
    ).thenHappens(
      described(),
      created(),
      appends(logStream.channel(realmId, channel(1)), 'SubscribersAdded', {
        channelId: channel(1),
        userIds: [user(10)],
      }),
    );
  });

  it('refuses an address of another domain if the organization restricts domains, but not to an operator', () => {
    const restricted = given(
      past,
      settingsChanged({ emails_restricted_to_domains: true }),
      domainAdded(1, 'corp.example'),
    );
    restricted.when(createUser, wanted, { actor: 2 }).thenRefused('email-not-admitted', { email: 'new@test.example' });
    restricted.when(createUser, wanted, { actor: null }).thenHappens(described(), created());
  });

  it('refuses an address that a user has or had, regardless of case', () => {
    asks(2, { ...wanted, email: ' USER3@test.example' }).thenRefused('email-taken');
    asks(2, { ...wanted, email: 'user5@test.example' }).thenRefused('email-taken');
  });

  for (const email of [
    '',
    'x',
    'a b@test.example',
    'a@',
    '@b',
    'a@b@c d',
    `${'l'.repeat(65)}@b`,
    `a@${'d.'.repeat(127)}x`,
  ])
    it(`refuses the address '${email.slice(0, 30)}'`, () => {
      asks(2, { ...wanted, email }).thenRefused('email-invalid');
    });

  it('sets a first password before the directory has the user', () => {
    asks(2, { ...wanted, passwordHash: 'scrypt' }).thenHappens(
      described(),
      appends(logStream.password(realmId, user(10)), 'PasswordSet', {
        userId: user(10),
        hash: 'scrypt',
        signature: '10 has scrypt',
      }),
      created(),
    );
  });

  it('refuses users beyond the limit (usersMax)', () => {
    const crowd = (size: number) => ({ actor: 2, besides: withAccounts(size) });
    asks(crowd(limits.usersMax - 1), wanted).thenHappens(described(), created());
    asks(crowd(limits.usersMax), wanted).thenRefused('users-too-many', { max: limits.usersMax });
  });

  it('is only for administrators; only owners create owners', () => {
    asks(3, wanted).thenRefused('administrator-required');
    asks(2, { ...wanted, role: 100 }).thenRefused('owner-required');
  });

  for (const [fullName, code] of badNames)
    it(`refuses an invalid name: ${code}`, () => {
      asks(2, { ...wanted, fullName }).thenRefused(code);
    });
});
