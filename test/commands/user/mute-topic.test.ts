import { muteTopic } from '../../../commands/user/mute-topic.ts';
import { preferencesOf } from '../../../src/state/preferences.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId, testNow } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { mutes, opened } from '../../support/past-events.ts';
import { unmutes } from '../../support/writes.ts';

const past = [...organization(), opened(1, 'Plans', [1]), opened(2, 'secret', [3], { inviteOnly: true })];
const asks = askingFor(muteTopic, past);
const happens = (userId: number, channelId: number, topic: string) =>
  appends(logStream.user(realmId, user(userId)), 'TopicMuted', {
    userId: user(userId),
    channelId: channel(channelId),
    topic,
  });
const of = (userId: number, nameOrId: string | number, topic = 'Lunch') => ({
  userId: user(userId),
  channel: nameOrId,
  topic,
});

describeCommand(muteTopic, () => {
  it('mutes by name and by id, even a topic without messages', () => {
    for (const nameOrId of [1, ' plans ']) asks(3, of(3, nameOrId, ' Lunch ')).thenHappens(happens(3, 1, 'Lunch'));
  });

  it('refuses a topic that is muted already, regardless of case', () => {
    asks(3, of(3, 1), mutes(3, 1, 'lunch')).thenRefused('topic-already-muted');
    asks(3, of(3, 1), mutes(1, 1, 'lunch'), mutes(3, 1, 'Lunch'), unmutes(3, 1, 'LUNCH')).thenHappens(
      happens(3, 1, 'Lunch'),
    );
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
    asks(muting(limits.mutedTopicsMax), of(3, 1)).thenRefused('muted-topics-too-many', { max: limits.mutedTopicsMax });
    asks(muting(limits.mutedTopicsMax - 1), of(3, 1)).thenHappens(happens(3, 1, 'Lunch'));
  });

  it('gives the same answer for a stream that does not exist and one that is closed to the caller', () => {
    for (const name of ['nowhere', 'secret'])
      asks(1, of(1, ` ${name} `)).thenRefused('mute-channel-name-unknown', { name: name });
    for (const id of [77, 2]) asks(1, of(1, id)).thenRefused('mute-channel-id-unknown');
    asks(4, of(4, 'Plans')).thenRefused('mute-channel-name-unknown');
    asks(3, of(3, 'secret')).thenHappens(happens(3, 2, 'Lunch'));
  });

  it('refuses invalid topic names', () => {
    asks(3, of(3, 1, '  ')).thenRefused('topic-empty');
    asks(3, of(3, 1, 'a\nb')).thenRefused('topic-characters');
    asks(3, of(3, 1, 't'.repeat(61))).thenRefused('topic-too-long');
  });

  it('is refused for another user', () => {
    asks(1, of(3, 1)).thenRefused('permission-insufficient');
  });

  it('can be done by the service', () => {
    asks(null, of(3, 1)).thenHappens(happens(3, 1, 'Lunch'));
  });
});
