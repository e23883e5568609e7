import { updateDefaultGroup } from '../../../commands/realm/update-default-group.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { defaultGroupCreated, defaultGroupId } from '../../support/default-group-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const past = [...organization(), defaultGroupCreated(1, 'Design'), defaultGroupCreated(2, 'Writing')];
const asks = askingFor(updateDefaultGroup, past);
const groupId = defaultGroupId(1);
type Texts = { name?: string; description?: string };
const changed = (what: Texts, previous: Texts) =>
  appends(logStream.channels(realmId), 'DefaultGroupChanged', { groupId, changed: what, previous });

describeCommand(updateDefaultGroup, () => {
  it('changes the named properties that differ', () => {
    asks(2, { groupId, name: ' Art ', description: 'd' }).thenHappens(
      changed({ name: 'Art', description: 'd' }, { name: 'Design', description: '' }),
    );
    asks(2, { groupId, name: 'design' }).thenHappens(changed({ name: 'design' }, { name: 'Design' }));
    asks(2, { groupId, description: '' }).thenNothing();
  });

  it('is only for administrators, and does not reveal to others which groups exist', () => {
    for (const actor of [3, 4, 6])
      for (const id of [1, 77])
        asks(actor, { groupId: defaultGroupId(id), name: 'x' }).thenRefused('administrator-required');
  });

  it('refuses a request without a change, unknown groups, and invalid names', () => {
    asks(1, { groupId }).thenRefused('default-group-nothing-new');
    asks(1, { groupId: defaultGroupId(77), name: 'x' }).thenRefused('default-group-missing', { groupId: 77 });
    const named = (name: string) => asks(1, { groupId, name });
    named('Design').thenRefused('default-group-name-same');
    named('').thenRefused('default-group-name-invalid');
    named('writing').thenRefused('default-group-name-taken');
    named('x'.repeat(61)).thenRefused('default-group-name-too-long');
    asks(1, { groupId, description: 'x'.repeat(1025) }).thenRefused('default-group-description-too-long');
  });
});
