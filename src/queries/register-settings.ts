/** Settings of organization and user: `realm`, `custom_profile_fields`, `update_global_notifications`, `update_display_settings`. */
import { displayOf } from '../vocabulary/display-settings.ts';
import { notificationSounds, notificationsOf } from '../vocabulary/settings.ts';
import { linkifierRows } from '../wire/linkifiers.ts';
import { profileFieldObjects, profileFieldTypeObjects } from '../wire/profile-data.ts';
import { realmObject } from '../wire/realm.ts';
import { realmDomainObject } from '../wire/realm-domains.ts';
import { emojisetChoices } from '../wire/registration.ts';
import { preferencesOf } from './preferences.ts';
import { presencesOf } from './presences.ts';
import type { StateReader } from './register-context.ts';
import { userGroupsOf } from './user-groups.ts';
import { userStatusesOf } from './user-statuses.ts';

export const registerRealm: StateReader<'realm'> = async ({ realm, uri, development, uploads }) =>
  realmObject(realm, { uri, development, uploads });

export const registerProfileFields: StateReader<'custom_profile_fields'> = async ({ realm }) => ({
  custom_profile_fields: profileFieldObjects(realm.profileFields),
  custom_profile_field_types: profileFieldTypeObjects,
});

export const registerNotifications: StateReader<'update_global_notifications'> = async ({ view, realmId, userId }) => ({
  ...notificationsOf(await preferencesOf(view, realmId, userId)),
  available_notification_sounds: notificationSounds,
});

export const registerDisplay: StateReader<'update_display_settings'> = async ({ view, realmId, userId, user }) => ({
  ...displayOf(await preferencesOf(view, realmId, userId)),
  timezone: user.timezone,
  emojiset_choices: emojisetChoices,
});

export const registerPresence: StateReader<'presence'> = async ({ view, realmId, slimPresence: slim, now }) => ({
  presences: await presencesOf(view, realmId, { slim, now }),
});

export const registerStatuses: StateReader<'user_status'> = async ({ view, realmId }) => ({
  user_status: await userStatusesOf(view, realmId),
});

export const registerUserGroups: StateReader<'realm_user_groups'> = async ({ view, realmId }) => ({
  realm_user_groups: await userGroupsOf(view, realmId),
});

export const registerLinkifiers: StateReader<'realm_filters'> = async ({ realm }) => ({
  realm_filters: linkifierRows(realm.linkifiers ?? []),
});

export const registerIntegrations: StateReader<'realm_incoming_webhook_bots'> = async ({ integrations }) => ({
  realm_incoming_webhook_bots: integrations.map((name) => ({ name, config: {} })),
});

export const registerRealmDomains: StateReader<'realm_domains'> = async ({ realm }) => ({
  realm_domains: (realm.domains ?? []).map(realmDomainObject),
});
