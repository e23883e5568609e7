import { changeAccount } from '../../../commands/user/change-account.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { passwordSet, settingsChanged } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = organization();
const asks = askingFor(changeAccount, past);
const set = (hash: string) =>
  appends(logStream.password(realmId, user(3)), 'PasswordSet', { userId: user(3), hash, signature: `3 has ${hash}` });
const renamed = (fullName: string, id = 3) =>
  appends(logStream.person(realmId, user(id)), 'FullNameChanged', {
    userId: user(id),
    fullName,
    previousFullName: `User ${id}`,
  });
const userId = user(3);

describeCommand(changeAccount, () => {
  it("is refused if the person's data were changed too often", () => {
    asks(3, { userId, fullName: 'Nora' }, changedTooOften(3)).thenRefused('person-changed-too-often');
    asks(3, { userId, password: { hash: 'new', replaces: null } }, changedTooOften(3)).thenHappens(set('new'));
  });

  it('sets a first password, and replaces the password that was compared', () => {
    asks(3, { userId, password: { hash: 'new', replaces: null } }).thenHappens(set('new'));
    asks(3, { userId, password: { hash: 'new', replaces: 'old' } }, passwordSet(3, 'old')).thenHappens(set('new'));
  });

  it('refuses if the password was changed in the meantime', () => {
    for (const replaces of ['old', null])
      asks(
        3,
        { userId, password: { hash: 'new', replaces } },
        passwordSet(3, 'old'),
        passwordSet(3, 'newer'),
      ).thenRefused('password-wrong');
  });

  it('is done by the service whatever the password was', () => {
    asks(null, { userId, password: { hash: 'new' } }, passwordSet(3, 'old')).thenHappens(set('new'));
  });

  it('changes both name and password, or neither', () => {
    asks(3, { userId, fullName: ' Nora ', password: { hash: 'new', replaces: null } }).thenHappens(
      set('new'),
      renamed('Nora'),
    );
    asks(3, { userId, fullName: 'User 3' }).thenNothing();
    for (const [fullName, code] of badNames)
      asks(3, { userId, fullName, password: { hash: 'new', replaces: null } }).thenRefused(code);
  });

  it('keeps names if the organization forbids changes, except for administrators', () => {
    const fixed = settingsChanged({ name_changes_disabled: true });
    asks(3, { userId, fullName: 'Nora' }, fixed).thenRefused('name-changes-disabled');
    asks(3, { userId, fullName: 'User 3' }, fixed).thenNothing();
    asks(2, { userId: user(2), fullName: 'Nora' }, fixed).thenHappens(renamed('Nora', 2));
  });

  it('accepts the current address, regardless of case, and no other', () => {
    asks(3, { userId, email: 'USER3@test.example' }).thenNothing();
    for (const email of ['other@test.example', 'user2@test.example'])
      asks(3, { userId, email }).thenRefused('email-changes-disabled');
  });

  it('is only for people, for themselves', () => {
    asks(1, { userId, fullName: 'Nora' }).thenRefused('permission-insufficient');
    asks(6, { userId: user(6), fullName: 'Nora' }).thenRefused('bot-requests-refused');
    asks(null, { userId: user(77), fullName: 'Nora' }).thenRefused('user-missing');
  });
});
