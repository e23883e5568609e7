import { changeNotificationSettings } from '../../../commands/user/change-notification-settings.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { sets } from '../../support/writes.ts';

const past = organization();

describeCommand(changeNotificationSettings, () => {
  it('records only what changed', () => {
    const changed = { desktop_icon_count_display: 3, notification_sound: 'ding' };
    const when = given(past).when(
      changeNotificationSettings,
      { userId: user(3), settings: { ...changed, enable_sounds: true, presence_enabled: undefined } },
      { actor: 3 },
    );
    when.thenHappens({
      stream: logStream.user(realmId, user(3)),
      events: [{ type: 'NotificationSettingsChanged', data: { userId: user(3), settings: changed } }],
    });
    when.thenAnswers({ changed });
  });

  it('records nothing when nothing changes, by default or by choice', () => {
    const when = given(past, sets(3, { enable_sounds: false })).when(
      changeNotificationSettings,
      { userId: user(3), settings: { enable_sounds: false, wildcard_mentions_notify: true } },
      { actor: 3 },
    );
    when.thenNothing();
    when.thenAnswers({ changed: {} });
  });

  it('refuses an unknown sound', () => {
    given(past)
      .when(changeNotificationSettings, { userId: user(3), settings: { notification_sound: 'moo' } }, { actor: 3 })
      .thenRefused('notification-sound-unknown');
  });

  it('is refused for another user', () => {
    given(past)
      .when(changeNotificationSettings, { userId: user(3), settings: { enable_sounds: false } }, { actor: 1 })
      .thenRefused('permission-insufficient');
  });
});
