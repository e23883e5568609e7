/** Objects that are shown as examples in the description of the API. */
import type { ListedMessage } from '../../wire/message.ts';
import type { StreamObject } from '../../wire/stream.ts';
import type { SubscriptionObject } from '../../wire/subscription.ts';
import type { UserRow } from '../../wire/user.ts';

export const apiKeyExample = 'gOhYMU58nG4kRNS0WgTIcIkHo2PzeYyT';
export const queueIdExample = '1785628800:4503599627370495';
export const avatarExample =
  'https://secure.gravatar.com/avatar/818c212b9f8830dfef491b3f7da99a14?d=identicon&version=1';

export const messageExample: ListedMessage = {
  id: 42,
  type: 'stream',
  content: '<p>Lunch at <strong>noon</strong>?</p>',
  content_type: 'text/html',
  display_recipient: 'general',
  recipient_id: 3,
  sender_id: 10,
  sender_email: 'iago@example.com',
  sender_full_name: 'Iago',
  sender_realm_str: 'example',
  timestamp: 1785628800,
  subject: 'lunch',
  topic: 'lunch',
  stream_id: 1,
  topic_links: [],
  avatar_url: avatarExample,
  client: 'website',
  is_me_message: false,
  reactions: [],
  submessages: [],
  flags: ['read'],
};

export const streamExample: StreamObject = {
  stream_id: 1,
  name: 'general',
  description: 'Everything and nothing',
  rendered_description: '<p>Everything and nothing</p>',
  invite_only: false,
  is_web_public: false,
  stream_post_policy: 1,
  history_public_to_subscribers: true,
  first_message_id: 1,
  message_retention_days: null,
  is_announcement_only: false,
};

export const subscriptionExample: SubscriptionObject = {
  ...streamExample,
  color: '#76ce90',
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  audible_notifications: null,
  desktop_notifications: null,
  email_notifications: null,
  push_notifications: null,
  wildcard_mentions_notify: null,
  email_address: 'general.2f4d1e7c5a8b9036f1e2d3c4b5a69788@example.com',
  stream_weekly_traffic: 80,
};

export const userExample: UserRow = {
  user_id: 10,
  email: 'iago@example.com',
  full_name: 'Iago',
  avatar_url: avatarExample,
  avatar_version: 1,
  is_admin: true,
  is_owner: false,
  is_guest: false,
  is_bot: false,
  is_active: true,
  timezone: 'Europe/Berlin',
  date_joined: '2026-08-02T00:00:00.000+00:00',
  bot_type: null,
};

export const botExample = {
  api_key: apiKeyExample,
  avatar_url: avatarExample,
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
};
