/** Users in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { BotAccount } from '../vocabulary/events/directory.ts';
import type { Millis, UserId } from '../vocabulary/ids.ts';
import { guest, isAdministrator, owner, type Role } from '../vocabulary/roles.ts';
import { isSystemBot } from '../vocabulary/system-bots.ts';
import { type AvatarFacts, avatarUrlFor } from './avatar.ts';
import type { Making } from './message.ts';

/** The input of a row. Both the folded state and the read model have these fields. */
export type UserFacts = {
  readonly userId: UserId;
  readonly fullName: string;
  readonly email: string;
  /** The user's real address, if another one is shown. */
  readonly deliveryEmail?: string;
  readonly timezone: string;
  readonly avatarVersion: number;
  readonly avatar?: AvatarFacts['avatar'];
  readonly role: Role;
  readonly active: boolean;
  readonly createdAt: Millis;
  readonly bot: BotAccount | null;
};

const ProfileValue = z
  .object({
    value: z.string(),
    rendered_value: z.string().optional().describe('HTML; only for fields whose text is rendered'),
  })
  .meta({ id: 'ProfileValue', description: "A user's value in one custom profile field." });

const ProfileData = z.record(z.string(), ProfileValue);
/** Profile values by the id of the field. */
export type ProfileData = DeepReadonly<z.infer<typeof ProfileData>>;

const rowFields = {
  user_id: z.int(),
  email: z.string(),
  delivery_email: z
    .string()
    .optional()
    .describe('Their own address, for administrators, where only they see addresses and `email` is another one'),
  full_name: z.string(),
  avatar_url: z.string().nullable().describe('Null if the client computes gravatars itself'),
  avatar_version: z.int(),
  is_admin: z.boolean().describe('True for owners as well'),
  is_owner: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  timezone: z.string().describe('Empty if none is set'),
  date_joined: z.string().describe('ISO 8601 with an offset'),
  bot_type: z.int().nullable().describe('1 generic, 2 incoming webhook, 3 outgoing webhook; null for people'),
  bot_owner_id: z.int().nullable().optional().describe("Bots only; null for the organization's own"),
  is_cross_realm_bot: z.literal(true).optional().describe("The organization's own bots only"),
  profile_data: ProfileData.optional().describe(
    'By the id of the custom profile field; people only, if it was requested',
  ),
};

export const User = z
  .object({ ...rowFields, is_active: z.boolean() })
  .meta({ id: 'User', description: 'A person or a bot.' });
export type UserRow = DeepReadonly<z.infer<typeof User>>;

export const RealmUser = z
  .object(rowFields)
  .meta({ id: 'RealmUser', description: 'A user in a registration, where the list shows who is active.' });
export type RealmUserRow = DeepReadonly<z.infer<typeof RealmUser>>;

export const ownUserFields = {
  ...User.shape,
  avatar_url: z.string(),
  bot_type: z.int().optional().describe('Bots only'),
  profile_data: ProfileData.describe('By the id of the custom profile field; empty for bots'),
  max_message_id: z.int().describe('The newest message that the caller received; -1 without any'),
  is_auditor: z.boolean().describe('Whether the caller may use the audit API'),
};
const OwnUser = z.object(ownUserFields);

type RowOptions = {
  readonly clientGravatar?: boolean;
  readonly profileData?: ProfileData;
  /** Whether the receiver of the row sees addresses that are hidden from others. */
  readonly seesHidden?: boolean;
};

/** `clientGravatar`: whether the client computes gravatars itself. Then `avatar_url` is null without an uploaded image. */
export const userRow = (facts: UserFacts, options: RowOptions): UserRow =>
  Object.assign(realmUserRow(facts, options), { is_active: facts.active });

/** A row of `realm_users` and `realm_non_active_users`, which therefore have no `is_active`. */
export function realmUserRow(facts: UserFacts, options: RowOptions): RealmUserRow {
  const { bot } = facts;
  // A literal and assignments instead of spreads, which are slow: an organization has thousands of users.
  const row: Making<RealmUserRow> = {
    user_id: facts.userId,
    email: facts.email,
    full_name: facts.fullName,
    avatar_url: avatarUrlFor(facts, options.clientGravatar === true),
    avatar_version: facts.avatarVersion,
    is_admin: isAdministrator(facts.role),
    is_owner: facts.role === owner,
    is_guest: facts.role === guest,
    is_bot: bot !== null,
    timezone: facts.timezone,
    date_joined: isoTime(facts.createdAt),
    bot_type: bot?.type ?? null,
  };
  if (options.seesHidden && facts.deliveryEmail !== undefined) row.delivery_email = facts.deliveryEmail;
  if (bot !== null) row.bot_owner_id = bot.ownerId;
  if (isSystemBot(facts)) row.is_cross_realm_bot = true;
  if (bot === null && options.profileData) row.profile_data = options.profileData;
  return row;
}

/** GET /users/me: `bot_type` is omitted for humans. `maxMessageId` is −1 if the user received no message. */
export function ownUser(
  { bot_type, ...row }: UserRow,
  avatar: string,
  maxMessageId: number,
  isAuditor: boolean,
): DeepReadonly<z.infer<typeof OwnUser>> {
  const { profile_data = {} } = row;
  const own = { ...row, avatar_url: avatar, profile_data, max_message_id: maxMessageId, is_auditor: isAuditor };
  return bot_type === null ? own : { ...own, bot_type };
}

/** ISO 8601 with a numeric offset, because some clients cannot parse `Z`. */
const isoTime = (at: Millis): string => `${new Date(at).toISOString().slice(0, -1)}+00:00`;
