import { deleteDefaultGroup } from '../../../commands/realm/delete-default-group.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { defaultGroupCreated, defaultGroupId } from '../../support/default-group-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const past = [...organization(), defaultGroupCreated(1, 'Design')];
const asks = askingFor(deleteDefaultGroup, past);
const groupId = defaultGroupId(1);

describeCommand(deleteDefaultGroup, () => {
  it('deletes a group', () => {
    asks(2, { groupId }).thenHappens(
      appends(logStream.channels(realmId), 'DefaultGroupDeleted', { groupId, name: 'Design' }),
    );
  });

  it('is only for administrators, and refuses unknown groups', () => {
    for (const id of [1, 77]) asks(3, { groupId: defaultGroupId(id) }).thenRefused('administrator-required');
    asks(1, { groupId: defaultGroupId(77) }).thenRefused('default-group-missing');
  });
});
