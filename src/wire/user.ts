/** Users as clients see them (spec, User; api-facts §2.4). One builder; each place shows the fields it promises. */
import type { BotAccount } from '../vocabulary/events/directory.ts';
import type { Millis, UserId } from '../vocabulary/ids.ts';
import { guest, isAdministrator, owner, type Role } from '../vocabulary/roles.ts';
import { avatarUrl } from './avatar.ts';
import type { Making } from './message.ts';

/** What a row is made of; an account with its person, from folded state and from the read model alike. */
export type UserFacts = {
  readonly userId: UserId;
  readonly fullName: string;
  readonly email: string;
  readonly timezone: string;
  readonly avatarVersion: number;
  readonly role: Role;
  readonly active: boolean;
  readonly createdAt: Millis;
  readonly bot: BotAccount | null;
};

/** One custom profile field's value as clients see it. */
export type ProfileEntry = { readonly value: string; readonly rendered_value?: string };
/** Field id → value. */
export type ProfileData = Readonly<Record<string, ProfileEntry>>;

export type UserRow = {
  readonly user_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly avatar_url: string | null;
  readonly avatar_version: number;
  readonly is_admin: boolean;
  readonly is_owner: boolean;
  readonly is_guest: boolean;
  readonly is_bot: boolean;
  readonly is_active: boolean;
  readonly timezone: string;
  readonly date_joined: string;
  /** Null for humans. */
  readonly bot_type: number | null;
  /** Bots only; null for the organization's own. */
  readonly bot_owner_id?: number | null;
  /** The organization's own bots only. */
  readonly is_cross_realm_bot?: true;
  /** Humans only, and only where it was asked for. */
  readonly profile_data?: ProfileData;
};

/** A bot that belongs to the organization itself: Notification Bot and the like. */
export const isSystemBot = (user: { readonly bot: BotAccount | null }): boolean =>
  user.bot !== null && user.bot.ownerId === null;

/** `clientGravatar`: the client works out gravatars itself, so that everybody without an upload has null (§0.2a). */
export function userRow(
  facts: UserFacts,
  options: { readonly clientGravatar?: boolean; readonly profileData?: ProfileData } = {},
): UserRow {
  const { bot } = facts;
  // One literal, as for messages: an organization has thousands of users.
  const row: Making<UserRow> = {
    user_id: facts.userId,
    email: facts.email,
    full_name: facts.fullName,
    avatar_url: options.clientGravatar ? null : avatarUrl(facts),
    avatar_version: facts.avatarVersion,
    is_admin: isAdministrator(facts.role),
    is_owner: facts.role === owner,
    is_guest: facts.role === guest,
    is_bot: bot !== null,
    is_active: facts.active,
    timezone: facts.timezone,
    date_joined: isoTime(facts.createdAt),
    bot_type: bot?.type ?? null,
  };
  if (bot !== null) row.bot_owner_id = bot.ownerId;
  if (isSystemBot(facts)) row.is_cross_realm_bot = true;
  if (bot === null && options.profileData) row.profile_data = options.profileData;
  return row;
}

/** `realm_users` and `realm_non_active_users` tell by their name who is active (api-facts §3.1). */
export function realmUserRow(row: UserRow): Omit<UserRow, 'is_active'> {
  const { is_active: _, ...rest } = row;
  return rest;
}

/** GET /users/me: humans have no `bot_type` here. `maxMessageId`: −1 when nothing was ever received. */
export function ownUser(row: UserRow, maxMessageId: number): Readonly<Record<string, unknown>> {
  const { bot_type, ...rest } = row;
  return { ...rest, ...(bot_type === null ? {} : { bot_type }), max_message_id: maxMessageId };
}

/** ISO 8601 with an offset, as every client's parser takes it. */
const isoTime = (at: Millis): string => new Date(at).toISOString().replace('Z', '+00:00');
