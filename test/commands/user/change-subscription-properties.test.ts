import { changeSubscriptionProperties } from '../../../commands/user/change-subscription-properties.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { wants } from '../../support/writes.ts';

const past = [...organization(), opened(1, 'Plans', [3]), opened(2, 'Other', [3]), opened(3, 'Third', [1])];
const asks = askingFor(changeSubscriptionProperties, past);

describeCommand(changeSubscriptionProperties, () => {
  it('combines all changes of a stream; the last value of a property counts', () => {
    const changes = [
      { channelId: channel(1), properties: { pin_to_top: true } },
      { channelId: channel(2), properties: { is_muted: true } },
      { channelId: channel(1), properties: { color: '#abc' } },
      { channelId: channel(1), properties: { color: '#def' } },
    ];
    asks(3, { userId: user(3), changes }).thenHappens(
      appends(logStream.user(realmId, user(3)), 'SubscriptionPropertiesChanged', {
        userId: user(3),
        changes: [
          { channelId: channel(1), properties: { pin_to_top: true, color: '#def' } },
          { channelId: channel(2), properties: { is_muted: true } },
        ],
      }),
    );
  });

  it('records nothing when nothing changes', () => {
    const changes = [{ channelId: channel(1), properties: { is_muted: true, pin_to_top: false } }];
    asks(3, { userId: user(3), changes }, wants(3, 1, { is_muted: true })).thenNothing();
  });

  it('needs several events for more streams than one event may name', () => {
    const ids = Array.from({ length: 150 }, (_, index) => index + 10);
    const changes = ids.map((id) => ({ channelId: channel(id), properties: { is_muted: true } }));
    const event = (part: typeof changes) =>
      ({ type: 'SubscriptionPropertiesChanged', data: { userId: user(3), changes: part } }) as const;
    asks(
      3,
      { userId: user(3), changes },
      ids.map((id) => opened(id, `stream ${id}`, [3])),
    ).thenHappens({
      stream: logStream.user(realmId, user(3)),
      events: [event(changes.slice(0, 100)), event(changes.slice(100))],
    });
  });

  it('requires a subscription to each stream', () => {
    for (const id of [3, 77]) {
      const changes = [
        { channelId: channel(1), properties: { is_muted: true } },
        { channelId: channel(id), properties: { is_muted: true } },
      ];
      asks(3, { userId: user(3), changes }).thenRefused('not-subscribed');
    }
  });

  it('is refused for another user', () => {
    const changes = [{ channelId: channel(1), properties: { is_muted: true } }];
    asks(1, { userId: user(3), changes }).thenRefused('permission-insufficient');
  });
});
