/** Settings of one user, and their defaults. */
import { z } from 'zod';

export const notificationSounds = ['zulip', 'ding'] as const;

export const NotificationSettings = z.object({
  enable_stream_desktop_notifications: z.boolean(),
  enable_stream_email_notifications: z.boolean(),
  enable_stream_push_notifications: z.boolean(),
  enable_stream_audible_notifications: z.boolean(),
  notification_sound: z.string(),
  enable_desktop_notifications: z.boolean(),
  enable_sounds: z.boolean(),
  enable_offline_email_notifications: z.boolean(),
  enable_offline_push_notifications: z.boolean(),
  enable_online_push_notifications: z.boolean(),
  enable_digest_emails: z.boolean(),
  enable_login_emails: z.boolean(),
  message_content_in_email_notifications: z.boolean(),
  pm_content_in_desktop_notifications: z.boolean(),
  wildcard_mentions_notify: z.boolean(),
  desktop_icon_count_display: z.int().min(1).max(3),
  realm_name_in_notifications: z.boolean(),
  presence_enabled: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const notificationDefaults: NotificationSettings = {
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_audible_notifications: false,
  notification_sound: 'zulip',
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_digest_emails: true,
  enable_login_emails: true,
  message_content_in_email_notifications: true,
  pm_content_in_desktop_notifications: true,
  wildcard_mentions_notify: true,
  desktop_icon_count_display: 1,
  realm_name_in_notifications: false,
  presence_enabled: true,
};

/** A user's settings, with the defaults for those that they have not set. */
export const notificationsOf = ({
  notifications,
}: {
  readonly notifications: Partial<NotificationSettings>;
}): NotificationSettings => ({ ...notificationDefaults, ...notifications });

/**
 * The properties of one subscription. An absent property has the default below. A nullable property that is null inherits the user's
 * setting.
 */
export const SubscriptionProperties = z.object({
  color: z.string(),
  is_muted: z.boolean(),
  pin_to_top: z.boolean(),
  desktop_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
});
export type SubscriptionProperties = z.infer<typeof SubscriptionProperties>;

/** The 24 colours of subscriptions without a chosen colour. Streams with consecutive ids get different colours (decision 0003). */
const palette = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
] as const;

/** Whether mentions of everybody in a stream notify like personal ones. In muted topics they never do. */
export const wildcardsNotify = (
  notifications: Partial<NotificationSettings>,
  subscription: Partial<SubscriptionProperties> = {},
): boolean =>
  !subscription.is_muted &&
  (subscription.wildcard_mentions_notify ?? { ...notificationDefaults, ...notifications }.wildcard_mentions_notify);

export const subscriptionDefaults = (channelId: number): SubscriptionProperties => ({
  color: palette[(channelId - 1) % palette.length] ?? palette[0],
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
});
