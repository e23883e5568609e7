import { changeAccount } from '../../../commands/user/change-account.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { passwordSet, settingsChanged } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = organization();
const set = (hash: string) => ({
  stream: logStream.password(realmId, user(3)),
  events: [{ type: 'PasswordSet' as const, data: { userId: user(3), hash, signature: `3 has ${hash}` } }],
});
const renamed = (fullName: string, id = 3) => ({
  stream: logStream.person(realmId, user(id)),
  events: [{ type: 'FullNameChanged' as const, data: { userId: user(id), fullName, previousFullName: `User ${id}` } }],
});
const userId = user(3);

describeCommand(changeAccount, () => {
  it("is refused if the person's data were changed too often", () => {
    given(past, changedTooOften(3))
      .when(changeAccount, { userId, fullName: 'Nora' }, { actor: 3 })
      .thenRefused('person-changed-too-often');
    given(past, changedTooOften(3))
      .when(changeAccount, { userId, password: { hash: 'new', replaces: null } }, { actor: 3 })
      .thenHappens(set('new'));
  });

  it('sets a first password, and replaces the password that was compared', () => {
    given(past)
      .when(changeAccount, { userId, password: { hash: 'new', replaces: null } }, { actor: 3 })
      .thenHappens(set('new'));
    given(past, passwordSet(3, 'old'))
      .when(changeAccount, { userId, password: { hash: 'new', replaces: 'old' } }, { actor: 3 })
      .thenHappens(set('new'));
  });

  it('refuses if the password was changed in the meantime', () => {
    for (const replaces of ['old', null])
      given(past, passwordSet(3, 'old'), passwordSet(3, 'newer'))
        .when(changeAccount, { userId, password: { hash: 'new', replaces } }, { actor: 3 })
        .thenRefused('password-wrong');
  });

  it('is done by the service whatever the password was', () => {
    given(past, passwordSet(3, 'old'))
      .when(changeAccount, { userId, password: { hash: 'new' } }, { actor: null })
      .thenHappens(set('new'));
  });

  it('changes both name and password, or neither', () => {
    given(past)
      .when(changeAccount, { userId, fullName: ' Nora ', password: { hash: 'new', replaces: null } }, { actor: 3 })
      .thenHappens(set('new'), renamed('Nora'));
    given(past).when(changeAccount, { userId, fullName: 'User 3' }, { actor: 3 }).thenNothing();
    for (const [fullName, code] of badNames)
      given(past)
        .when(changeAccount, { userId, fullName, password: { hash: 'new', replaces: null } }, { actor: 3 })
        .thenRefused(code);
  });

  it('keeps names if the organization forbids changes, except for administrators', () => {
    const fixed = settingsChanged({ name_changes_disabled: true });
    given(past, fixed)
      .when(changeAccount, { userId, fullName: 'Nora' }, { actor: 3 })
      .thenRefused('name-changes-disabled');
    given(past, fixed).when(changeAccount, { userId, fullName: 'User 3' }, { actor: 3 }).thenNothing();
    given(past, fixed)
      .when(changeAccount, { userId: user(2), fullName: 'Nora' }, { actor: 2 })
      .thenHappens(renamed('Nora', 2));
  });

  it('accepts the current address, regardless of case, and no other', () => {
    given(past).when(changeAccount, { userId, email: 'USER3@test.example' }, { actor: 3 }).thenNothing();
    for (const email of ['other@test.example', 'user2@test.example'])
      given(past).when(changeAccount, { userId, email }, { actor: 3 }).thenRefused('email-changes-disabled');
  });

  it('is only for people, for themselves', () => {
    given(past).when(changeAccount, { userId, fullName: 'Nora' }, { actor: 1 }).thenRefused('permission-insufficient');
    given(past)
      .when(changeAccount, { userId: user(6), fullName: 'Nora' }, { actor: 6 })
      .thenRefused('bot-requests-refused');
    given(past)
      .when(changeAccount, { userId: user(77), fullName: 'Nora' }, { actor: null })
      .thenRefused('user-missing');
  });
});
