import { deleteUserGroup } from '../../../commands/user-group/delete-user-group.ts';
import type { UserGroupId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { groupCreated } from '../../support/writes.ts';
import { managedGroupsOnly } from './managed.ts';

const groupId = 1 as UserGroupId;

describeCommand(deleteUserGroup, () => {
  managedGroupsOnly(deleteUserGroup, (id) => ({ groupId: id }));

  it('records the name of the group', () => {
    given(organization(), groupCreated(1, 'Designers', 3))
      .when(deleteUserGroup, { groupId }, { actor: 3 })
      .thenHappens(appends(logStream.realm(realmId), 'UserGroupDeleted', { groupId, name: 'Designers' }));
  });
});
