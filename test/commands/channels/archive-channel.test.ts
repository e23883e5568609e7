import { archiveChannel } from '../../../commands/channels/archive-channel.ts';
import type { Append } from '../../../src/define/command.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { archived, opened } from '../../support/past-events.ts';

/** Owner 1, administrator 2, member 3, guest 4. */
const past = [...organization(), opened(1, 'Plans', [1, 3]), opened(2, 'secret', [3], { inviteOnly: true })];
const asks = askingFor(archiveChannel, past);
const closed = (id: number, name: string): Append =>
  appends(logStream.channels(realmId), 'ChannelArchived', { channelId: channel(id), name });

describeCommand(archiveChannel, () => {
  it('archives a stream, including a private one that the administrator is not subscribed to', () => {
    asks(1, { channelId: channel(1) }).thenHappens(closed(1, 'Plans'));
    asks(2, { channelId: channel(2) }).thenHappens(closed(2, 'secret'));
  });

  it('is only for administrators, and does not reveal to others which streams exist', () => {
    for (const actor of [3, 4, 6])
      for (const id of [1, 77]) asks(actor, { channelId: channel(id) }).thenRefused('administrator-required');
  });

  it('refuses streams that do not exist or are archived', () => {
    asks(1, { channelId: channel(77) }).thenRefused('channel-id-unknown');
    asks(1, { channelId: channel(1) }, archived(1, 'Plans')).thenRefused('channel-id-unknown');
  });
});
