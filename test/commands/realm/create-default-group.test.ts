import { createDefaultGroup } from '../../../commands/realm/create-default-group.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { defaultGroupCreated, defaultGroupDeleted, defaultGroupId } from '../../support/default-group-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { madeDefault } from '../../support/writes.ts';

const past = [
  ...organization(),
  opened(1, 'Plans', [1, 3]),
  opened(2, 'secret', [2, 3], { inviteOnly: true }),
  opened(3, 'goals', [1]),
  madeDefault(3),
];
const asks = askingFor(createDefaultGroup, past);
const input = { name: 'Design', description: '', channels: ['plans'] };
const created = (id: number, channelIds: number[], texts: { name?: string; description?: string } = {}) =>
  appends(logStream.channels(realmId), 'DefaultGroupCreated', {
    group: {
      groupId: defaultGroupId(id),
      name: 'Design',
      description: '',
      ...texts,
      channelIds: channelIds.map(channel),
    },
  });

describeCommand(createDefaultGroup, () => {
  it('makes a group of public streams, each once', () => {
    asks(2, { ...input, channels: ['plans', ' PLANS '] }).thenHappens(created(1, [1]));
    asks(1, { name: ' All ', description: ' d ', channels: [] }).thenHappens(
      created(1, [], { name: 'All', description: 'd' }),
    );
  });

  it('does not reuse ids', () => {
    asks(2, input, defaultGroupCreated(1, 'Old'), defaultGroupDeleted(1)).thenHappens(created(2, [1]));
  });

  it('is only for administrators, and does not reveal to others which streams exist', () => {
    for (const actor of [3, 4, 6])
      for (const name of ['secret', 'nowhere'])
        asks(actor, { ...input, channels: [name] }).thenRefused('administrator-required');
  });

  it('refuses names that are empty, too long or taken, and descriptions that are too long (defaultGroupNameLengthMax, defaultGroupDescriptionLengthMax)', () => {
    const named = (name: string) => asks(1, { ...input, name }, defaultGroupCreated(1, 'Art'));
    named(' ').thenRefused('default-group-name-invalid');
    named('a\u0007').thenRefused('default-group-name-invalid');
    named('a\u2069').thenRefused('default-group-name-invalid');
    named('x'.repeat(limits.defaultGroupNameLengthMax)).thenHappens(
      created(2, [1], { name: 'x'.repeat(limits.defaultGroupNameLengthMax) }),
    );
    named('x'.repeat(limits.defaultGroupNameLengthMax + 1)).thenRefused('default-group-name-too-long');
    named('art').thenRefused('default-group-name-taken', { name: 'art' });
    const description = 'x'.repeat(limits.defaultGroupDescriptionLengthMax);
    asks(1, { ...input, description }).thenHappens(created(1, [1], { description }));
    asks(1, { ...input, description: `${description}x` }).thenRefused('default-group-description-too-long');
  });

  it('refuses private, unknown and default streams', () => {
    const of = (name: string) => asks(1, { ...input, channels: ['plans', name] });
    of('secret').thenRefused('default-channel-private');
    of('nowhere').thenRefused('channel-unknown', { name: 'nowhere' });
    of('goals').thenRefused('default-group-channel-default', { channel: 'goals', group: 'Design' });
  });

  it('refuses more groups, and more streams in all of them, than an organization may have (defaultGroupsMax, defaultGroupChannelsMax)', () => {
    const groups = Array.from({ length: limits.defaultGroupsMax }, (_, at) => defaultGroupCreated(at + 1, `g${at}`));
    asks(1, input, ...groups).thenRefused('default-groups-too-many');
    asks(1, input, ...groups.slice(1)).thenHappens(created(limits.defaultGroupsMax + 1, [1]));
    const many = Array.from({ length: limits.defaultGroupChannelsMax }, (_, at) => 10 + at);
    const open = many.map((id) => opened(id, `s${id}`, []));
    asks(1, input, ...open, defaultGroupCreated(1, 'Old', ...many)).thenRefused('default-group-channels-too-many');
    asks(1, input, ...open, defaultGroupCreated(1, 'Old', ...many.slice(1))).thenHappens(created(2, [1]));
  });
});
