/** The preferences of a user. */
import {
  noPreferences,
  type PreferencesDocument,
  preferences,
  preferencesDocumentId,
} from '../../projections/preferences.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';

export async function preferencesOf(view: ReadView, realmId: RealmId, userId: UserId): Promise<PreferencesDocument> {
  return (await view.get(preferences, preferencesDocumentId(realmId, userId))) ?? noPreferences(realmId, userId);
}
