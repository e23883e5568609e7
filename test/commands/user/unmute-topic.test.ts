import { unmuteTopic } from '../../../commands/user/unmute-topic.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { archived, leaves, mutes, opened } from '../../support/past-events.ts';

const past = [...organization(), opened(1, 'Plans', [1]), opened(2, 'secret', [3], { inviteOnly: true })];
const happens = (userId: number, channelId: number, topic: string) => ({
  stream: logStream.user(realmId, user(userId)),
  events: [{ type: 'TopicUnmuted' as const, data: { userId: user(userId), channelId: channel(channelId), topic } }],
});
const of = (userId: number, nameOrId: string | number, topic = 'Lunch') => ({
  userId: user(userId),
  channel: nameOrId,
  topic,
});

describeCommand(unmuteTopic, () => {
  it('unmutes a topic, regardless of the case of its name', () => {
    given(past, mutes(3, 1, 'lunch'))
      .when(unmuteTopic, of(3, 'PLANS', ' Lunch '), { actor: 3 })
      .thenHappens(happens(3, 1, 'Lunch'));
  });

  it('works in streams that the caller has left, and in archived ones', () => {
    given(past, mutes(3, 2, 'Lunch'), leaves(2, 3), archived(2, 'secret'))
      .when(unmuteTopic, of(3, 2), { actor: 3 })
      .thenHappens(happens(3, 2, 'Lunch'));
  });

  it('gives the same answer for a topic that is not muted and an unknown stream', () => {
    for (const nameOrId of [1, 'Plans', 77, 'nowhere'])
      given(past).when(unmuteTopic, of(3, nameOrId), { actor: 3 }).thenRefused('topic-not-muted');
  });

  it('is refused for another user', () => {
    given(past, mutes(3, 1, 'Lunch'))
      .when(unmuteTopic, of(3, 1), { actor: 1 })
      .thenRefused('permission-insufficient');
  });
});
