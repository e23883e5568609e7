import { removeDefaultChannel } from '../../../commands/realm/remove-default-channel.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { madeDefault } from '../../support/writes.ts';

const past = [...organization(), opened(1, 'Plans', [1, 3]), madeDefault(1)];
const asks = askingFor(removeDefaultChannel, past);
const input = { channelId: channel(1) };

describeCommand(removeDefaultChannel, () => {
  it('makes a default stream an ordinary one, once', () => {
    const when = asks(2, input);
    when.thenHappens(appends(logStream.channels(realmId), 'DefaultChannelRemoved', input));
    when.andThen().when(removeDefaultChannel, input, { actor: 2 }).thenNothing();
  });

  it('is only for administrators, and refuses unknown streams', () => {
    for (const actor of [3, 4, 6]) asks(actor, input).thenRefused('administrator-required');
    asks(1, { channelId: channel(77) }).thenRefused('channel-id-unknown');
  });
});
