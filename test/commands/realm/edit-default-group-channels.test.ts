import { editDefaultGroupChannels } from '../../../commands/realm/edit-default-group-channels.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { defaultGroupCreated, defaultGroupId } from '../../support/default-group-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { askingFor, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { madeDefault } from '../../support/writes.ts';

const past = [
  ...organization(),
  opened(1, 'Plans', [1, 3]),
  opened(2, 'secret', [2, 3], { inviteOnly: true }),
  opened(3, 'goals', []),
  opened(4, 'ideas', []),
  madeDefault(4),
  defaultGroupCreated(1, 'Design', 1),
];
const asks = askingFor(editDefaultGroupChannels, past);
const groupId = defaultGroupId(1);
const edit = (op: 'add' | 'remove', ...channels: string[]) => asks(2, { groupId, op, channels });
const happens = (type: 'DefaultGroupChannelsAdded' | 'DefaultGroupChannelsRemoved', id: number) => ({
  stream: logStream.channels(realmId),
  events: [{ type, data: { groupId, channelIds: [channel(id)] } }],
});

describeCommand(editDefaultGroupChannels, () => {
  it('adds public streams, and removes streams', () => {
    edit('add', 'GOALS', 'goals').thenHappens(happens('DefaultGroupChannelsAdded', 3));
    edit('remove', 'plans').thenHappens(happens('DefaultGroupChannelsRemoved', 1));
    edit('add').thenNothing();
  });

  it('is only for administrators, and does not reveal to others which groups and streams exist', () => {
    for (const actor of [3, 4, 6])
      for (const id of [1, 77])
        asks(actor, { groupId: defaultGroupId(id), op: 'add' as const, channels: ['x'] }).thenRefused(
          'administrator-required',
        );
  });

  it('refuses unknown groups and streams, and changes nothing if one of them is refused', () => {
    asks(1, { groupId: defaultGroupId(77), op: 'add' as const, channels: [] }).thenRefused('default-group-missing');
    edit('add', 'goals', 'nowhere').thenRefused('channel-unknown', { name: 'nowhere' });
    edit('add', 'goals', 'secret').thenRefused('default-channel-private');
    edit('add', 'goals', 'ideas').thenRefused('default-group-channel-default', { channel: 'ideas', group: 'Design' });
    edit('add', 'goals', 'plans').thenRefused('default-group-channel-present', { channel: 'Plans', group: 'Design' });
    edit('remove', 'plans', 'goals').thenRefused('default-group-channel-absent', { channel: 'goals', group: 'Design' });
    const many = Array.from({ length: 49 }, (_, at) => 10 + at);
    asks(
      1,
      { groupId, op: 'add' as const, channels: ['goals'] },
      ...many.map((id) => opened(id, `s${id}`, [])),
      defaultGroupCreated(2, 'Many', ...many),
    ).thenRefused('default-group-channels-too-many');
  });
});
