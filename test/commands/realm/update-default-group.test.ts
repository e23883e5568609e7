import { updateDefaultGroup } from '../../../commands/realm/update-default-group.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { defaultGroupCreated, defaultGroupId } from '../../support/default-group-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const past = [...organization(), defaultGroupCreated(1, 'Design'), defaultGroupCreated(2, 'Writing')];
const groupId = defaultGroupId(1);
type Texts = { name?: string; description?: string };
const changed = (what: Texts, previous: Texts) => ({
  stream: logStream.channels(realmId),
  events: [{ type: 'DefaultGroupChanged' as const, data: { groupId, changed: what, previous } }],
});

describeCommand(updateDefaultGroup, () => {
  it('changes the named properties that differ', () => {
    given(past)
      .when(updateDefaultGroup, { groupId, name: ' Art ', description: 'd' }, { actor: 2 })
      .thenHappens(changed({ name: 'Art', description: 'd' }, { name: 'Design', description: '' }));
    given(past)
      .when(updateDefaultGroup, { groupId, name: 'design' }, { actor: 2 })
      .thenHappens(changed({ name: 'design' }, { name: 'Design' }));
    given(past).when(updateDefaultGroup, { groupId, description: '' }, { actor: 2 }).thenNothing();
  });

  it('is only for administrators, and does not reveal to others which groups exist', () => {
    for (const actor of [3, 4, 6])
      for (const id of [1, 77])
        given(past)
          .when(updateDefaultGroup, { groupId: defaultGroupId(id), name: 'x' }, { actor })
          .thenRefused('administrator-required');
  });

  it('refuses a request without a change, unknown groups, and invalid names', () => {
    given(past).when(updateDefaultGroup, { groupId }).thenRefused('default-group-nothing-new');
    given(past)
      .when(updateDefaultGroup, { groupId: defaultGroupId(77), name: 'x' })
      .thenRefused('default-group-missing', { groupId: 77 });
    const named = (name: string) => given(past).when(updateDefaultGroup, { groupId, name });
    named('Design').thenRefused('default-group-name-same');
    named('').thenRefused('default-group-name-invalid');
    named('writing').thenRefused('default-group-name-taken');
    named('x'.repeat(61)).thenRefused('default-group-name-too-long');
    given(past)
      .when(updateDefaultGroup, { groupId, description: 'x'.repeat(1025) })
      .thenRefused('default-group-description-too-long');
  });
});
