import { expect } from 'chai';
import { createUserGroup } from '../../../commands/user-group/create-user-group.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { groupCreated, groupDeleted, settingsChanged } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(createUserGroup, past);
const wanted = { name: ' Designers ', description: ' Who draws ', members: [3, 1, 3] };
const created = (id: number) =>
  appends(logStream.realm(realmId), 'UserGroupCreated', {
    groupId: id as never,
    name: 'Designers',
    description: 'Who draws',
    members: [user(1), user(3)],
  });

describeCommand(createUserGroup, () => {
  it('is for members; the group has the named users, each once', () => {
    for (const actor of [1, 2, 3, null])
      expect(asks(actor, wanted).thenHappens(created(1))).to.deep.equal({
        groupId: 1,
      });
    asks(3, { ...wanted, members: [6, 7] }).thenAnswers({ groupId: 1 as never });
  });

  it('is refused for guests and bots, and only for administrators if the organization is set so', () => {
    asks(4, wanted).thenRefused('guest-not-allowed');
    asks(6, wanted).thenRefused('bot-requests-refused');
    const limited = given(past, settingsChanged({ user_group_edit_policy: 2 }));
    limited.when(createUserGroup, wanted, { actor: 3 }).thenRefused('administrator-required');
    limited.when(createUserGroup, wanted, { actor: 2 }).thenHappens(created(1));
  });

  it('refuses a name that is taken, regardless of case, and assigns no id twice', () => {
    asks(3, wanted, groupCreated(4, 'DESIGNERS')).thenRefused('user-group-name-taken', { name: 'Designers' });
    const alike = { ...wanted, name: 'Cafe\u0301' };
    asks(3, alike, groupCreated(4, 'Caf\u00e9')).thenRefused('user-group-name-taken', { name: alike.name });
    asks(3, wanted, groupCreated(4, 'DESIGNERS'), groupDeleted(4)).thenHappens(created(5));
  });

  it('refuses names that cannot be mentioned, and texts that are too long, before it checks the caller', () => {
    for (const name of ['', '  ', 'a*b', 'a\nb', 'a\u202db'])
      asks(4, { ...wanted, name }).thenRefused('user-group-name-invalid');
    asks(4, { ...wanted, name: 'x'.repeat(101) }).thenRefused('user-group-text-too-long', {
      parameter: 'name',
      lengthMax: 100,
    });
    asks(4, { ...wanted, description: 'x'.repeat(1025) }).thenRefused('user-group-text-too-long', {
      parameter: 'description',
      lengthMax: 1024,
    });
    asks(4, { ...wanted, members: Array.from({ length: 501 }, (_, id) => id + 1) }).thenRefused(
      'user-group-members-too-many',
      { max: 500 },
    );
  });

  it('accepts a name, a description and members exactly at the limits', () => {
    const people = Array.from({ length: 500 }, (_, index) => index + 20);
    const { decision } = asks(
      3,
      { name: '\u{1f3a8}'.repeat(100), description: '\u{1f3a8}'.repeat(1024), members: people },
      people.flatMap((id) => newUser(id)),
    );
    expect(decision.ok).to.equal(true);
  });

  it('accepts only active users of the organization', () => {
    for (const id of [4711, 5, 8])
      asks(3, { ...wanted, members: [1, id] }).thenRefused('recipient-id-unknown', { userId: id });
  });

  it('is limited in the number of groups (userGroupsMax)', () => {
    const many = Array.from({ length: limits.userGroupsMax }, (_, index) => groupCreated(index + 1, `group ${index}`));
    asks(3, wanted, many).thenRefused('user-groups-too-many');
    asks(3, wanted, many, groupDeleted(1)).thenHappens(created(limits.userGroupsMax + 1));
  });
});
