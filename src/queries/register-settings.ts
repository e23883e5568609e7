/** What organization and user are set to: `realm`, `custom_profile_fields`, `update_global_notifications`, `update_display_settings`. */
import { notificationSounds } from '../vocabulary/settings.ts';
import { profileFieldObjects, profileFieldTypeObjects } from '../wire/profile-data.ts';
import { realmObject } from '../wire/realm.ts';
import { notificationsOf, preferencesOf } from './preferences.ts';
import type { RegisterFamily } from './register-context.ts';

export const registerRealm: RegisterFamily = async ({ realm, uri, development }) =>
  realmObject(realm, { uri, development });

export const registerProfileFields: RegisterFamily = async ({ realm }) => ({
  custom_profile_fields: profileFieldObjects(realm.profileFields),
  custom_profile_field_types: profileFieldTypeObjects,
});

export const registerNotifications: RegisterFamily = async ({ view, realmId, userId }) => ({
  ...notificationsOf(await preferencesOf(view, realmId, userId)),
  available_notification_sounds: notificationSounds,
});

/** Nobody changes these yet; clients need them to draw anything. */
export const registerDisplay: RegisterFamily = async ({ user }) => ({
  color_scheme: 1,
  default_language: 'en',
  demote_inactive_streams: 1,
  dense_mode: true,
  emojiset: 'google',
  emojiset_choices: [
    { key: 'google', text: 'Google modern' },
    { key: 'google-blob', text: 'Google classic' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
  ],
  fluid_layout_width: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: false,
  timezone: user.timezone,
  translate_emoticons: false,
  twenty_four_hour_time: false,
});
