/** PATCH /settings/notifications (spec). */
import { z } from 'zod';
import { changeNotificationSettings } from '../../../commands/user/change-notification-settings.ts';
import { NotificationSettings } from '../../vocabulary/settings.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { boolean, integer, quotable } from '../request/parameters.ts';
import { byCaller } from './shared/by-caller.ts';

const patchNotifications = defineEndpoint({
  method: 'PATCH',
  path: '/settings/notifications',
  summary: "Change one's own notification settings; answers what changed",
  section: 'PATCH /api/v1/settings/notifications',
  access: 'user',
  parameters: z.object({
    enable_stream_desktop_notifications: boolean().optional(),
    enable_stream_email_notifications: boolean().optional(),
    enable_stream_push_notifications: boolean().optional(),
    enable_stream_audible_notifications: boolean().optional(),
    notification_sound: quotable().optional(),
    enable_desktop_notifications: boolean().optional(),
    enable_sounds: boolean().optional(),
    enable_offline_email_notifications: boolean().optional(),
    enable_offline_push_notifications: boolean().optional(),
    enable_online_push_notifications: boolean().optional(),
    enable_digest_emails: boolean().optional(),
    enable_login_emails: boolean().optional(),
    message_content_in_email_notifications: boolean().optional(),
    pm_content_in_desktop_notifications: boolean().optional(),
    wildcard_mentions_notify: boolean().optional(),
    desktop_icon_count_display: integer(NotificationSettings.shape.desktop_icon_count_display).optional(),
    realm_name_in_notifications: boolean().optional(),
    presence_enabled: boolean().optional(),
  } satisfies Record<keyof NotificationSettings, z.ZodType>),
  response: NotificationSettings.partial(),
  refusals: ['notification-sound-unknown'],
  async handle(call, services) {
    const { result } = await services.run(
      changeNotificationSettings,
      { userId: call.userId, settings: call.parameters },
      byCaller(call),
    );
    return result.changed;
  },
});

export const settings: readonly AnyEndpoint[] = [patchNotifications];
