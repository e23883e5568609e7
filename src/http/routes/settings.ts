/** PATCH /settings/notifications and PATCH /settings/display. */
import { z } from 'zod';
import { changeDisplaySettings } from '../../../commands/user/change-display-settings.ts';
import { changeNotificationSettings } from '../../../commands/user/change-notification-settings.ts';
import { DisplaySettings } from '../../vocabulary/display-settings.ts';
import { NotificationSettings } from '../../vocabulary/settings.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { boolean, integer, json, quotable } from '../request/parameters.ts';

const onOff = (description: string) => described(boolean().optional(), description, false);

const patchNotifications = defineEndpoint({
  id: 'updateNotificationSettings',
  route: 'PATCH /settings/notifications',
  summary: 'Change notification settings',
  description: 'Changes the notification settings of the caller, and returns those that changed.',
  parameters: z.object({
    enable_stream_desktop_notifications: onOff('Desktop notifications of messages in streams.'),
    enable_stream_email_notifications: onOff('E-mails about messages in streams. Stored for clients; none is sent.'),
    enable_stream_push_notifications: onOff('Push notifications of messages in streams.'),
    enable_stream_audible_notifications: onOff('Sounds for messages in streams.'),
    notification_sound: described(quotable().optional(), 'The sound: `zulip` or `ding`.', 'ding'),
    enable_desktop_notifications: onOff('Desktop notifications of private messages and mentions.'),
    enable_sounds: onOff('Sounds for private messages and mentions.'),
    enable_offline_email_notifications: onOff('E-mails about private messages and mentions that were not read.'),
    enable_offline_push_notifications: onOff('Push notifications of private messages and mentions while away.'),
    enable_online_push_notifications: onOff('Push notifications of private messages and mentions while online.'),
    enable_digest_emails: onOff('E-mails with a summary after a long absence. Stored for clients; none is sent.'),
    enable_login_emails: onOff('E-mails about sign-ins from new devices. Stored for clients; none is sent.'),
    message_content_in_email_notifications: onOff('E-mails about missed messages quote them.'),
    pm_content_in_desktop_notifications: onOff('Content of private messages in desktop notifications.'),
    wildcard_mentions_notify: onOff('Notifications of mentions of everybody.'),
    desktop_icon_count_display: described(
      integer(NotificationSettings.shape.desktop_icon_count_display).optional(),
      'What the number on the icon counts: 1 all unread messages, 2 private messages and mentions, 3 nothing.',
      2,
    ),
    realm_name_in_notifications: onOff('The name of the organization in the subject of e-mails about missed messages.'),
    presence_enabled: onOff('Whether others see the presence of the user.'),
  } satisfies Record<keyof NotificationSettings, z.ZodType>),
  response: NotificationSettings.partial(),
  example: { enable_sounds: false },
  commands: [changeNotificationSettings],
  async handle(call, services) {
    const { result } = await services.run(
      changeNotificationSettings,
      { userId: call.userId, settings: call.parameters },
      call,
    );
    return result.changed;
  },
});

const shape = DisplaySettings.shape;

const patchDisplay = defineEndpoint({
  id: 'updateDisplaySettings',
  route: 'PATCH /settings/display',
  summary: 'Change display settings',
  description: 'Changes the display settings of the caller, and returns those that changed. Clients apply them.',
  parameters: z.object({
    color_scheme: described(json(shape.color_scheme).optional(), '1 the setting of the device, 2 dark, 3 light.', 2),
    default_language: described(quotable(shape.default_language).optional(), 'The language.', 'de'),
    demote_inactive_streams: described(
      json(shape.demote_inactive_streams).optional(),
      'Whether inactive streams are shown last: 1 if there are many streams, 2 always, 3 never.',
      2,
    ),
    dense_mode: onOff('Whether messages are shown with less space between them.'),
    emojiset: described(
      quotable(shape.emojiset).optional(),
      'The style of emoji: `google`, `google-blob`, `twitter` or `text`.',
      'twitter',
    ),
    fluid_layout_width: onOff('Whether the whole width of the window is used.'),
    high_contrast_mode: onOff('Whether colors have a high contrast.'),
    left_side_userlist: onOff('Whether people are listed on the left in narrow windows.'),
    starred_message_counts: onOff('Whether starred messages are counted.'),
    timezone: described(
      quotable(z.string().max(50)).optional(),
      'A name of the time zone database. Others see it.',
      'Europe/Oslo',
    ),
    translate_emoticons: onOff(
      'Whether clients replace emoticons such as `:)` with emoji. The HTML of a message is not changed.',
    ),
    twenty_four_hour_time: onOff('Whether times are shown in 24-hour format.'),
  } satisfies Record<keyof DisplaySettings | 'timezone', z.ZodType>),
  response: z.object({ ...DisplaySettings.shape, timezone: z.string() }).partial(),
  example: { twenty_four_hour_time: true },
  commands: [changeDisplaySettings],
  async handle(call, services) {
    const { timezone, ...wanted } = call.parameters;
    const input = { userId: call.userId, settings: wanted, timezone };
    return (await services.run(changeDisplaySettings, input, call)).result.changed;
  },
});

export const settings = [patchNotifications, patchDisplay];
