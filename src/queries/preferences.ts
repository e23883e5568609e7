/** The preferences of a user. */
import {
  noPreferences,
  type PreferencesDocument,
  preferences,
  preferencesDocumentId,
} from '../../projections/preferences.ts';
import type { ReadView } from '../ports/read-store.ts';
import { type DisplaySettings, displayDefaults } from '../vocabulary/display-settings.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { type NotificationSettings, notificationDefaults } from '../vocabulary/settings.ts';

export async function preferencesOf(view: ReadView, realmId: RealmId, userId: UserId): Promise<PreferencesDocument> {
  return (await view.get(preferences, preferencesDocumentId(realmId, userId))) ?? noPreferences(realmId, userId);
}

export const notificationsOf = ({ notifications }: PreferencesDocument): NotificationSettings => ({
  ...notificationDefaults,
  ...notifications,
});

export const displayOf = ({ display }: PreferencesDocument): DisplaySettings => ({ ...displayDefaults, ...display });
