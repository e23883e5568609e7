/** `update_global_notifications` events: one for each notification setting that a user changed. */

import { only } from './channel-visibility.ts';
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
};
