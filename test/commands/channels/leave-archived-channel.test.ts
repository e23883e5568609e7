import { leaveArchivedChannel } from '../../../commands/channels/leave-archived-channel.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { archived, joins, leaves, opened } from '../../support/past-events.ts';

describeCommand(leaveArchivedChannel, () => {
  const after = (...events: Given[]) =>
    given(organization(), opened(2, 'plans', [3]), ...events).when(
      leaveArchivedChannel,
      { channelId: channel(2) },
      { actor: null },
    );

  it('unsubscribes everybody who joined a stream after it was archived, once', () => {
    const when = after(archived(2, 'plans'), joins(2, 1, 4), joins(2, 3), leaves(2, 4));
    when.thenHappens(
      appends(logStream.channel(realmId, channel(2)), 'SubscribersRemoved', {
        channelId: channel(2),
        userIds: [user(1), user(3)],
      }),
    );
    when
      .andThen()
      .when(leaveArchivedChannel, { channelId: channel(2) }, { actor: null })
      .thenNothing();
  });

  it('does nothing for a stream that is open, that nobody joined, or that does not exist', () => {
    after(joins(2, 1)).thenNothing();
    after(archived(2, 'plans')).thenNothing();
    given(organization())
      .when(leaveArchivedChannel, { channelId: channel(9) }, { actor: null })
      .thenNothing();
  });
});
