/** `update_global_notifications` and `update_display_settings` events: one for each setting that a user changed. */
import type { UserId } from '../vocabulary/ids.ts';
import { only } from './channel-visibility.ts';
import type { ClientEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

export const settingsFeed = fromAfter({
  NotificationSettingsChanged: (event) => {
    const { userId, settings } = event.data;
    return Object.entries(settings).map(([name, setting]) => ({
      type: 'update_global_notifications',
      scope: only([userId]),
      body: { kind: 'own', userId, key: 'user', fields: { notification_name: name, setting } },
    }));
  },

  DisplaySettingsChanged: (event) => {
    const { userId, settings } = event.data;
    return Object.entries(settings).map(([name, setting]) => displaySetting(userId, name, setting));
  },

  TimezoneChanged: ({ data: { userId, timezone } }) => [displaySetting(userId, 'timezone', timezone)],
});

const displaySetting = (userId: UserId, name: string, setting: string | number | boolean): ClientEvent => ({
  type: 'update_display_settings',
  scope: only([userId]),
  body: { kind: 'own', userId, key: 'user', fields: { setting_name: name, setting } },
});
