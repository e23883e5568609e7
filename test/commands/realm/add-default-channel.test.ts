import { addDefaultChannel } from '../../../commands/realm/add-default-channel.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { madeDefault } from '../../support/writes.ts';

const past = [...organization(), opened(1, 'Plans', [1, 3]), opened(2, 'secret', [2, 3], { inviteOnly: true })];
const asks = askingFor(addDefaultChannel, past);
const input = { channelId: channel(1) };

describeCommand(addDefaultChannel, () => {
  it('makes a public stream a default stream, once', () => {
    asks(2, input).thenHappens(appends(logStream.channels(realmId), 'DefaultChannelAdded', input));
    asks(2, input, madeDefault(1)).thenNothing();
  });

  it('is only for administrators, and does not reveal to others which streams exist', () => {
    for (const actor of [3, 4, 6])
      for (const id of [1, 77]) asks(actor, { channelId: channel(id) }).thenRefused('administrator-required');
  });

  it('refuses private and unknown streams', () => {
    asks(2, { channelId: channel(2) }).thenRefused('default-channel-private');
    asks(1, { channelId: channel(77) }).thenRefused('channel-id-unknown');
  });

  it('refuses more than an organization may have (defaultChannelsMax)', () => {
    const many = Array.from({ length: limits.defaultChannelsMax }, (_, at) => [
      opened(10 + at, `s${at}`, []),
      madeDefault(10 + at),
    ]);
    asks(1, input, ...many).thenRefused('default-channels-too-many');
    asks(1, input, ...many.slice(1)).thenHappens(appends(logStream.channels(realmId), 'DefaultChannelAdded', input));
  });
});
