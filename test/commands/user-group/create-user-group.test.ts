import { expect } from 'chai';
import { createUserGroup } from '../../../commands/user-group/create-user-group.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { groupCreated, groupDeleted, settingsChanged } from '../../support/writes.ts';

const past = organization();
const wanted = { name: ' Designers ', description: ' Who draws ', members: [3, 1, 3] };
const created = (id: number) => ({
  stream: logStream.realm(realmId),
  events: [
    {
      type: 'UserGroupCreated' as const,
      data: { groupId: id as never, name: 'Designers', description: 'Who draws', members: [user(1), user(3)] },
    },
  ],
});

describeCommand(createUserGroup, () => {
  it('is for members; the group has the named users, each once', () => {
    for (const actor of [1, 2, 3, null])
      expect(given(past).when(createUserGroup, wanted, { actor }).thenHappens(created(1))).to.deep.equal({
        groupId: 1,
      });
    given(past)
      .when(createUserGroup, { ...wanted, members: [6, 7] }, { actor: 3 })
      .thenAnswers({ groupId: 1 as never });
  });

  it('is refused for guests and bots, and only for administrators if the organization is set so', () => {
    given(past).when(createUserGroup, wanted, { actor: 4 }).thenRefused('guest-not-allowed');
    given(past).when(createUserGroup, wanted, { actor: 6 }).thenRefused('bot-requests-refused');
    const limited = given(past, settingsChanged({ user_group_edit_policy: 2 }));
    limited.when(createUserGroup, wanted, { actor: 3 }).thenRefused('administrator-required');
    limited.when(createUserGroup, wanted, { actor: 2 }).thenHappens(created(1));
  });

  it('refuses a name that is taken, regardless of case, and assigns no id twice', () => {
    given(past, groupCreated(4, 'DESIGNERS'))
      .when(createUserGroup, wanted, { actor: 3 })
      .thenRefused('user-group-name-taken', { name: 'Designers' });
    given(past, groupCreated(4, 'DESIGNERS'), groupDeleted(4))
      .when(createUserGroup, wanted, { actor: 3 })
      .thenHappens(created(5));
  });

  it('refuses names that cannot be mentioned, and texts that are too long, before it checks the caller', () => {
    for (const name of ['', '  ', 'a*b', 'a\nb', 'a\u202db'])
      given(past)
        .when(createUserGroup, { ...wanted, name }, { actor: 4 })
        .thenRefused('user-group-name-invalid');
    given(past)
      .when(createUserGroup, { ...wanted, name: 'x'.repeat(101) }, { actor: 4 })
      .thenRefused('user-group-text-too-long', { parameter: 'name', lengthMax: 100 });
    given(past)
      .when(createUserGroup, { ...wanted, description: 'x'.repeat(1025) }, { actor: 4 })
      .thenRefused('user-group-text-too-long', { parameter: 'description', lengthMax: 1024 });
    given(past)
      .when(createUserGroup, { ...wanted, members: Array.from({ length: 501 }, (_, id) => id + 1) }, { actor: 4 })
      .thenRefused('user-group-members-too-many', { max: 500 });
  });

  it('accepts a name, a description and members exactly at the limits', () => {
    const people = Array.from({ length: 500 }, (_, index) => index + 20);
    const { decision } = given(
      past,
      people.flatMap((id) => newUser(id)),
    ).when(
      createUserGroup,
      { name: '\u{1f3a8}'.repeat(100), description: '\u{1f3a8}'.repeat(1024), members: people },
      { actor: 3 },
    );
    expect(decision.ok).to.equal(true);
  });

  it('accepts only active users of the organization', () => {
    for (const id of [4711, 5, 8])
      given(past)
        .when(createUserGroup, { ...wanted, members: [1, id] }, { actor: 3 })
        .thenRefused('recipient-id-unknown', { userId: id });
  });

  it('is limited in the number of groups (userGroupsMax)', () => {
    const many = Array.from({ length: limits.userGroupsMax }, (_, index) => groupCreated(index + 1, `group ${index}`));
    given(past, many).when(createUserGroup, wanted, { actor: 3 }).thenRefused('user-groups-too-many');
    given(past, many, groupDeleted(1))
      .when(createUserGroup, wanted, { actor: 3 })
      .thenHappens(created(limits.userGroupsMax + 1));
  });
});
