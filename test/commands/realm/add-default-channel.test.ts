import { addDefaultChannel } from '../../../commands/realm/add-default-channel.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { madeDefault } from '../../support/writes.ts';

const past = [...organization(), opened(1, 'Plans', [1, 3]), opened(2, 'secret', [2, 3], { inviteOnly: true })];
const input = { channelId: channel(1) };

describeCommand(addDefaultChannel, () => {
  it('makes a public stream a default stream, once', () => {
    given(past)
      .when(addDefaultChannel, input, { actor: 2 })
      .thenHappens({ stream: logStream.channels(realmId), events: [{ type: 'DefaultChannelAdded', data: input }] });
    given(past, madeDefault(1)).when(addDefaultChannel, input, { actor: 2 }).thenNothing();
  });

  it('is only for administrators, and does not reveal to others which streams exist', () => {
    for (const actor of [3, 4, 6])
      for (const id of [1, 77])
        given(past)
          .when(addDefaultChannel, { channelId: channel(id) }, { actor })
          .thenRefused('administrator-required');
  });

  it('refuses private and unknown streams', () => {
    given(past)
      .when(addDefaultChannel, { channelId: channel(2) }, { actor: 2 })
      .thenRefused('default-channel-private');
    given(past)
      .when(addDefaultChannel, { channelId: channel(77) })
      .thenRefused('channel-id-unknown');
  });

  it('refuses more than an organization may have (defaultChannelsMax)', () => {
    const many = Array.from({ length: limits.defaultChannelsMax }, (_, at) => [
      opened(10 + at, `s${at}`, []),
      madeDefault(10 + at),
    ]);
    given(past, ...many)
      .when(addDefaultChannel, input)
      .thenRefused('default-channels-too-many');
    given(past, ...many.slice(1))
      .when(addDefaultChannel, input)
      .thenHappens({ stream: logStream.channels(realmId), events: [{ type: 'DefaultChannelAdded', data: input }] });
  });
});
