import { editUserGroupMembers } from '../../../commands/user-group/edit-user-group-members.ts';
import type { UserGroupId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { groupCreated } from '../../support/writes.ts';
import { managedGroupsOnly } from './managed.ts';

const past = [...organization(), groupCreated(1, 'Designers', 2, 3)];
const groupId = 1 as UserGroupId;
const wish = (add: number[], remove: number[] = []) => ({ groupId, add, remove });
const joined = (...userIds: number[]) => ({
  type: 'UserGroupMembersAdded' as const,
  data: { groupId, userIds: userIds.map(user) },
});
const left = (...userIds: number[]) => ({
  type: 'UserGroupMembersRemoved' as const,
  data: { groupId, userIds: userIds.map(user) },
});
const happens = (...events: (ReturnType<typeof joined> | ReturnType<typeof left>)[]) => ({
  stream: logStream.realm(realmId),
  events,
});

describeCommand(editUserGroupMembers, () => {
  managedGroupsOnly(editUserGroupMembers, (id) => ({ groupId: id, add: [1], remove: [] }));

  it('adds and removes in one request, each user once', () => {
    given(past)
      .when(editUserGroupMembers, wish([6, 1, 6], [3, 2]), { actor: 3 })
      .thenHappens(happens(joined(1, 6), left(2, 3)));
    given(past)
      .when(editUserGroupMembers, wish([6]), { actor: 3 })
      .thenHappens(happens(joined(6)));
    given(past)
      .when(editUserGroupMembers, wish([], [3]), { actor: 3 })
      .thenHappens(happens(left(3)));
  });

  it('refuses users who are members already, who are not members, and who cannot be', () => {
    given(past).when(editUserGroupMembers, wish([]), { actor: 3 }).thenRefused('nothing-to-do');
    given(past)
      .when(editUserGroupMembers, wish([1, 3]), { actor: 3 })
      .thenRefused('user-group-already-member', { userId: user(3) });
    given(past)
      .when(editUserGroupMembers, wish([1], [4]), { actor: 3 })
      .thenRefused('user-group-no-such-member', { userId: user(4) });
    for (const id of [5, 8, 4711])
      given(past)
        .when(editUserGroupMembers, wish([id]), { actor: 3 })
        .thenRefused('recipient-id-unknown', { userId: id });
  });

  it('allows 500 members', () => {
    const many = Array.from({ length: 499 }, (_, id) => id + 10);
    given(past).when(editUserGroupMembers, wish(many), { actor: 3 }).thenRefused('user-group-members-too-many');
  });
});
