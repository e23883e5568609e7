import { archiveEmptyChannel } from '../../../commands/channels/archive-empty-channel.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { archived, joins, leaves, opened } from '../../support/past-events.ts';
import { privacyChanged } from '../../support/writes.ts';

describeCommand(archiveEmptyChannel, () => {
  const after = (...events: Given[]) =>
    given(organization(), opened(2, 'secret', [3, 4], { inviteOnly: true }), ...events).when(
      archiveEmptyChannel,
      { channelId: channel(2) },
      { actor: null },
    );

  it('archives a private stream without subscribers, once', () => {
    const when = after(leaves(2, 3, 4));
    when.thenHappens(
      appends(logStream.channels(realmId), 'ChannelArchived', { channelId: channel(2), name: 'secret' }),
    );
    when
      .andThen()
      .when(archiveEmptyChannel, { channelId: channel(2) }, { actor: null })
      .thenNothing();
  });

  it('does not archive a stream that has a subscriber, is public, is archived, or does not exist', () => {
    after(leaves(2, 3)).thenNothing();
    after(leaves(2, 3, 4), joins(2, 1)).thenNothing();
    after(leaves(2, 3, 4), privacyChanged(2, false)).thenNothing();
    after(leaves(2, 3, 4), archived(2, 'secret')).thenNothing();
    given(organization())
      .when(archiveEmptyChannel, { channelId: channel(9) }, { actor: null })
      .thenNothing();
  });
});
