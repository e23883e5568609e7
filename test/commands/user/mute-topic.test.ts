import { muteTopic } from '../../../commands/user/mute-topic.ts';
import { preferencesOf } from '../../../src/state/preferences.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId, testNow } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { mutes, opened } from '../../support/past-events.ts';
import { unmutes } from '../../support/writes.ts';

const past = [...organization(), opened(1, 'Plans', [1]), opened(2, 'secret', [3], { inviteOnly: true })];
const happens = (userId: number, channelId: number, topic: string) => ({
  stream: logStream.user(realmId, user(userId)),
  events: [{ type: 'TopicMuted' as const, data: { userId: user(userId), channelId: channel(channelId), topic } }],
});
const of = (userId: number, nameOrId: string | number, topic = 'Lunch') => ({
  userId: user(userId),
  channel: nameOrId,
  topic,
});

describeCommand(muteTopic, () => {
  it('mutes by name and by id, even a topic without messages', () => {
    for (const nameOrId of [1, ' plans '])
      given(past)
        .when(muteTopic, of(3, nameOrId, ' Lunch '), { actor: 3 })
        .thenHappens(happens(3, 1, 'Lunch'));
  });

  it('refuses a topic that is muted already, regardless of case', () => {
    given(past, mutes(3, 1, 'lunch'))
      .when(muteTopic, of(3, 1), { actor: 3 })
      .thenRefused('topic-already-muted');
    given(past, mutes(1, 1, 'lunch'), mutes(3, 1, 'Lunch'), unmutes(3, 1, 'LUNCH'))
      .when(muteTopic, of(3, 1), { actor: 3 })
      .thenHappens(happens(3, 1, 'Lunch'));
  });

  it('refuses more topics than a user may have muted (mutedTopicsMax)', () => {
    const muting = (count: number) => {
      const muted = Array.from({ length: count }, (_, at) => ({
        channelId: channel(1),
        topic: `topic ${at}`,
        mutedAt: testNow,
      }));
      return {
        actor: 3,
        besides: ({ preferences }: RealmState) =>
          preferences.set(user(3), { ...preferencesOf(preferences, user(3)), muted }),
      };
    };
    given(past)
      .when(muteTopic, of(3, 1), muting(limits.mutedTopicsMax))
      .thenRefused('muted-topics-too-many', { max: limits.mutedTopicsMax });
    given(past)
      .when(muteTopic, of(3, 1), muting(limits.mutedTopicsMax - 1))
      .thenHappens(happens(3, 1, 'Lunch'));
  });

  it('gives the same answer for a stream that does not exist and one that is closed to the caller', () => {
    for (const name of ['nowhere', 'secret'])
      given(past)
        .when(muteTopic, of(1, ` ${name} `), { actor: 1 })
        .thenRefused('mute-channel-name-unknown', { name: name });
    for (const id of [77, 2])
      given(past).when(muteTopic, of(1, id), { actor: 1 }).thenRefused('mute-channel-id-unknown');
    given(past).when(muteTopic, of(4, 'Plans'), { actor: 4 }).thenRefused('mute-channel-name-unknown');
    given(past)
      .when(muteTopic, of(3, 'secret'), { actor: 3 })
      .thenHappens(happens(3, 2, 'Lunch'));
  });

  it('refuses invalid topic names', () => {
    given(past)
      .when(muteTopic, of(3, 1, '  '), { actor: 3 })
      .thenRefused('topic-empty');
    given(past)
      .when(muteTopic, of(3, 1, 'a\nb'), { actor: 3 })
      .thenRefused('topic-characters');
    given(past)
      .when(muteTopic, of(3, 1, 't'.repeat(61)), { actor: 3 })
      .thenRefused('topic-too-long');
  });

  it('is refused for another user', () => {
    given(past).when(muteTopic, of(3, 1), { actor: 1 }).thenRefused('permission-insufficient');
  });

  it('can be done by the service', () => {
    given(past)
      .when(muteTopic, of(3, 1), { actor: null })
      .thenHappens(happens(3, 1, 'Lunch'));
  });
});
