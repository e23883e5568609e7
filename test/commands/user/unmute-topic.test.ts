import { unmuteTopic } from '../../../commands/user/unmute-topic.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { archived, leaves, mutes, opened } from '../../support/past-events.ts';

const past = [...organization(), opened(1, 'Plans', [1]), opened(2, 'secret', [3], { inviteOnly: true })];
const asks = askingFor(unmuteTopic, past);
const happens = (userId: number, channelId: number, topic: string) =>
  appends(logStream.user(realmId, user(userId)), 'TopicUnmuted', {
    userId: user(userId),
    channelId: channel(channelId),
    topic,
  });
const of = (userId: number, nameOrId: string | number, topic = 'Lunch') => ({
  userId: user(userId),
  channel: nameOrId,
  topic,
});

describeCommand(unmuteTopic, () => {
  it('unmutes a topic, regardless of the case of its name', () => {
    asks(3, of(3, 'PLANS', ' Lunch '), mutes(3, 1, 'lunch')).thenHappens(happens(3, 1, 'Lunch'));
  });

  it('works in streams that the caller has left, and in archived ones', () => {
    asks(3, of(3, 2), mutes(3, 2, 'Lunch'), leaves(2, 3), archived(2, 'secret')).thenHappens(happens(3, 2, 'Lunch'));
  });

  it('gives the same answer for a topic that is not muted and an unknown stream', () => {
    for (const nameOrId of [1, 'Plans', 77, 'nowhere']) asks(3, of(3, nameOrId)).thenRefused('topic-not-muted');
  });

  it('is refused for another user', () => {
    asks(1, of(3, 1), mutes(3, 1, 'Lunch')).thenRefused('permission-insufficient');
  });
});
