import { changeNotificationSettings } from '../../../commands/user/change-notification-settings.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { sets } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(changeNotificationSettings, past);

describeCommand(changeNotificationSettings, () => {
  it('records only what changed', () => {
    const changed = { desktop_icon_count_display: 3, notification_sound: 'ding' };
    const when = asks(3, {
      userId: user(3),
      settings: { ...changed, enable_sounds: true, presence_enabled: undefined },
    });
    when.thenHappens(
      appends(logStream.user(realmId, user(3)), 'NotificationSettingsChanged', { userId: user(3), settings: changed }),
    );
    when.thenAnswers({ changed });
  });

  it('records nothing when nothing changes, by default or by choice', () => {
    const when = asks(
      3,
      { userId: user(3), settings: { enable_sounds: false, wildcard_mentions_notify: true } },
      sets(3, { enable_sounds: false }),
    );
    when.thenNothing();
    when.thenAnswers({ changed: {} });
  });

  it('refuses an unknown sound', () => {
    asks(3, { userId: user(3), settings: { notification_sound: 'moo' } }).thenRefused('notification-sound-unknown');
  });

  it('is refused for another user', () => {
    asks(1, { userId: user(3), settings: { enable_sounds: false } }).thenRefused('permission-insufficient');
  });
});
