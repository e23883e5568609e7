/** Users and bots from the folded state, as input for the builders of client objects. */
import { shownDefaults } from '../state/bot-defaults.ts';
import type { RealmState } from '../state/realm-state.ts';
import { shownPerson } from '../state/shown-people.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { BotFacts } from '../wire/bot.ts';
import { profileData } from '../wire/profile-data.ts';
import { type ProfileData, type UserRow, userRow } from '../wire/user.ts';

/** Undefined if the directory does not have the user yet. */
export function factsOf(state: RealmState, userId: UserId): BotFacts | undefined {
  const account = state.directory.accounts.get(userId);
  if (!account) return undefined;
  const person = shownPerson(state, userId);
  return {
    userId,
    role: account.role,
    active: account.active,
    bot: account.bot,
    createdAt: account.createdAt,
    keyGeneration: account.keyGeneration,
    tokenGeneration: account.tokenGeneration,
    fullName: person?.fullName ?? '',
    email: person?.email ?? '',
    ...(person?.deliveryEmail !== undefined && { deliveryEmail: person.deliveryEmail }),
    timezone: person?.timezone ?? '',
    avatarVersion: person?.avatarVersion ?? 1,
    ...(account.bot?.defaults && { defaults: shownDefaults(state, account.bot) }),
    ...(person?.avatar && { avatar: { path: person.avatar.path } }),
  };
}

export function rowOf(state: RealmState, userId: UserId): UserRow | undefined {
  const facts = factsOf(state, userId);
  return facts && userRow(facts, { profileData: profileOf(state, userId) });
}

function profileOf(state: RealmState, userId: UserId): ProfileData {
  const person = state.people.byId.get(userId);
  const values: Record<string, { value: string; rendered?: string }> = {};
  for (const [fieldId, value] of person?.profile ?? []) {
    const rendered = person?.renderedProfile.get(fieldId);
    values[fieldId] = { value, ...(rendered === undefined ? {} : { rendered }) };
  }
  return profileData(state.realm.profileFields, values);
}
