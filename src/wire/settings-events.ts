/** Events about a user's own settings. */
import { z } from 'zod';
import { event } from './event-shape.ts';

const common = {
  user: z.string().describe("The receiver's e-mail address"),
  setting: z.union([z.boolean(), z.int(), z.string()]),
};

export const notificationSettingsEvent = event(z.literal('update_global_notifications'), {
  ...common,
  notification_name: z.string(),
}).meta({ id: 'NotificationSettingsEvent', description: "One of the receiver's own notification settings changed." });

export const displaySettingsEvent = event(z.literal('update_display_settings'), {
  ...common,
  setting_name: z.string(),
}).meta({ id: 'DisplaySettingsEvent', description: "One of the receiver's own display settings changed." });
