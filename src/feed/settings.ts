/** `update_global_notifications` and `update_display_settings` events: one for each setting that a user changed. */

import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { only } from './channel-visibility.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { emailOf } from './user-facts.ts';

export const settingsFeed: Feed = {
  NotificationSettingsChanged: (event) => (state) => {
    const { userId, settings } = event.data;
    return Object.entries(settings).map(([name, setting]) => ({
      type: 'update_global_notifications',
      scope: only([userId]),
      body: { kind: 'plain', fields: { user: emailOf(state, userId), notification_name: name, setting } },
    }));
  },

  DisplaySettingsChanged: (event) => (state) => {
    const { userId, settings } = event.data;
    return Object.entries(settings).map(([name, setting]) => displaySetting(state, userId, name, setting));
  },

  TimezoneChanged:
    ({ data: { userId, timezone } }) =>
    (state) => [displaySetting(state, userId, 'timezone', timezone)],
};

const displaySetting = (
  state: RealmState,
  userId: UserId,
  name: string,
  setting: string | number | boolean,
): ClientEvent => ({
  type: 'update_display_settings',
  scope: only([userId]),
  body: { kind: 'plain', fields: { user: emailOf(state, userId), setting_name: name, setting } },
});
