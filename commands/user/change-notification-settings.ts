/** PATCH /settings/notifications: changes the caller's notification settings. The answer contains only the settings that changed. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { preferencesOf } from '../../src/state/preferences.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { NotificationSettings, notificationSounds, notificationsOf } from '../../src/vocabulary/settings.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { differing } from '../rules/differing.ts';

export const changeNotificationSettings = defineCommand({
  name: 'change-notification-settings',
  input: z.object({ userId: UserId, settings: NotificationSettings.partial() }),
  refusals: ['notification-sound-unknown', 'permission-insufficient'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId, settings }, { realmId, actor }) {
    const sound = settings.notification_sound;
    if (sound !== undefined && !notificationSounds.some((known) => known === sound))
      return refuse({ code: 'notification-sound-unknown', sound });
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const changed = differing(settings, notificationsOf(preferencesOf(state.preferences, userId)));
    if (Object.keys(changed).length === 0) return accept([], { changed });
    return acceptEvent(
      logStream.user(realmId, userId),
      { type: 'NotificationSettingsChanged', data: { userId, settings: changed } },
      { changed },
    );
  },
});
