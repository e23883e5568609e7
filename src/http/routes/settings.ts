/** PATCH /settings/notifications. */
import { z } from 'zod';
import { changeNotificationSettings } from '../../../commands/user/change-notification-settings.ts';
import { NotificationSettings } from '../../vocabulary/settings.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { boolean, integer, quotable } from '../request/parameters.ts';
import { byCaller } from './shared/by-caller.ts';

const onOff = (description: string) => described(boolean().optional(), description, false);

const patchNotifications = defineEndpoint({
  id: 'updateNotificationSettings',
  method: 'PATCH',
  path: '/settings/notifications',
  tag: 'Settings',
  summary: 'Change notification settings',
  description: "Changes the caller's own notification settings, and answers those that changed.",
  access: 'user',
  parameters: z.object({
    enable_stream_desktop_notifications: onOff('Desktop notifications of messages in streams.'),
    enable_stream_email_notifications: onOff('E-mails about messages in streams.'),
    enable_stream_push_notifications: onOff('Push notifications of messages in streams.'),
    enable_stream_audible_notifications: onOff('Sounds for messages in streams.'),
    notification_sound: described(quotable().optional(), 'The sound: `zulip` or `ding`.', 'ding'),
    enable_desktop_notifications: onOff('Desktop notifications of private messages and mentions.'),
    enable_sounds: onOff('Sounds for private messages and mentions.'),
    enable_offline_email_notifications: onOff('E-mails about private messages and mentions while away.'),
    enable_offline_push_notifications: onOff('Push notifications of private messages and mentions while away.'),
    enable_online_push_notifications: onOff('Push notifications of private messages and mentions while there.'),
    enable_digest_emails: onOff('E-mails with what happened, after a long absence.'),
    enable_login_emails: onOff('E-mails about sign-ins from new devices.'),
    message_content_in_email_notifications: onOff('Content of messages in e-mails.'),
    pm_content_in_desktop_notifications: onOff('Content of private messages in desktop notifications.'),
    wildcard_mentions_notify: onOff('Notifications of mentions of everybody.'),
    desktop_icon_count_display: described(
      integer(NotificationSettings.shape.desktop_icon_count_display).optional(),
      'What the number on the icon counts: 1 all unread messages, 2 private messages and mentions, 3 nothing.',
      2,
    ),
    realm_name_in_notifications: onOff('The name of the organization in e-mails.'),
    presence_enabled: onOff('Whether others see when the user is there.'),
  } satisfies Record<keyof NotificationSettings, z.ZodType>),
  response: NotificationSettings.partial(),
  example: { enable_sounds: false },
  commands: [changeNotificationSettings],
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
