import { editUserGroupMembers } from '../../../commands/user-group/edit-user-group-members.ts';
import type { UserGroupId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { groupCreated } from '../../support/writes.ts';
import { managedGroupsOnly } from './managed.ts';

const past = [...organization(), groupCreated(1, 'Designers', 2, 3)];
const asks = askingFor(editUserGroupMembers, past);
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
    asks(3, wish([6, 1, 6], [3, 2])).thenHappens(happens(joined(1, 6), left(2, 3)));
    asks(3, wish([6])).thenHappens(happens(joined(6)));
    asks(3, wish([], [3])).thenHappens(happens(left(3)));
  });

  it('refuses users who are members already, who are not members, and who cannot be', () => {
    asks(3, wish([])).thenRefused('nothing-to-do');
    asks(3, wish([1, 3])).thenRefused('user-group-already-member', { userId: user(3) });
    asks(3, wish([1], [4])).thenRefused('user-group-no-such-member', { userId: user(4) });
    for (const id of [5, 8, 4711]) asks(3, wish([id])).thenRefused('recipient-id-unknown', { userId: id });
  });

  it('allows 500 members', () => {
    const many = Array.from({ length: 499 }, (_, id) => id + 10);
    asks(3, wish(many)).thenRefused('user-group-members-too-many');
  });
});
