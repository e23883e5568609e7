import { updateUserGroup } from '../../../commands/user-group/update-user-group.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { UserGroupId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { groupCreated, settingsChanged } from '../../support/writes.ts';
import { managedGroupsOnly } from './managed.ts';

const past = [...organization(), groupCreated(1, 'Designers', 3), groupCreated(2, 'Writers')];
const asks = askingFor(updateUserGroup, past);
const groupId = 1 as UserGroupId;
const changed = (what: DataOf<'UserGroupChanged'>['changed'], previous: DataOf<'UserGroupChanged'>['previous']) =>
  appends(logStream.realm(realmId), 'UserGroupChanged', { groupId, changed: what, previous });

describeCommand(updateUserGroup, () => {
  managedGroupsOnly(updateUserGroup, (id) => ({ groupId: id, name: 'New' }));

  it('changes only the named properties that differ', () => {
    asks(3, { groupId, name: ' Artists ', description: '' }).thenHappens(
      changed({ name: 'Artists' }, { name: 'Designers' }),
    );
    const first = asks(1, { groupId, description: ' Who draws ' });
    first.thenHappens(changed({ description: 'Who draws' }, { description: '' }));
    first.andThen().when(updateUserGroup, { groupId, description: 'Who draws' }, { actor: 1 }).thenNothing();
    asks(3, { groupId, name: 'designers' }).thenHappens(changed({ name: 'designers' }, { name: 'Designers' }));
  });

  it('changes the description of a group whose name would be refused today', () => {
    const name = 'a\u202eb';
    given([...organization(), groupCreated(1, name, 3)])
      .when(updateUserGroup, { groupId, name, description: 'x' }, { actor: 3 })
      .thenHappens(changed({ description: 'x' }, { description: '' }));
  });

  it('refuses a request without a change, names of other groups, and invalid names', () => {
    asks(3, { groupId }).thenRefused('user-group-nothing-new');
    asks(3, { groupId, name: 'WRITERS' }).thenRefused('user-group-name-taken', { name: 'WRITERS' });
    asks(3, { groupId, name: ' ' }).thenRefused('user-group-name-invalid');
    asks(3, { groupId, description: 'x'.repeat(1025) }).thenRefused('user-group-text-too-long');
  });

  it('is only for administrators if the organization is set so, members of the group included', () => {
    asks(3, { groupId, name: 'New' }, settingsChanged({ user_group_edit_policy: 2 })).thenRefused(
      'administrator-required',
    );
  });
});
