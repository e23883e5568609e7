import { deleteDefaultGroup } from '../../../commands/realm/delete-default-group.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { defaultGroupCreated, defaultGroupId } from '../../support/default-group-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const past = [...organization(), defaultGroupCreated(1, 'Design')];
const groupId = defaultGroupId(1);

describeCommand(deleteDefaultGroup, () => {
  it('deletes a group', () => {
    given(past)
      .when(deleteDefaultGroup, { groupId }, { actor: 2 })
      .thenHappens({
        stream: logStream.channels(realmId),
        events: [{ type: 'DefaultGroupDeleted', data: { groupId, name: 'Design' } }],
      });
  });

  it('is only for administrators, and refuses unknown groups', () => {
    for (const id of [1, 77])
      given(past)
        .when(deleteDefaultGroup, { groupId: defaultGroupId(id) }, { actor: 3 })
        .thenRefused('administrator-required');
    given(past)
      .when(deleteDefaultGroup, { groupId: defaultGroupId(77) })
      .thenRefused('default-group-missing');
  });
});
