/** The settings of an organization under their API names, with their defaults. */
import { z } from 'zod';
import { dayMs } from './day.ts';
import { ChannelId, type Millis } from './ids.ts';
import { limits } from './limits.ts';
import { guest, isAdministrator, type Role } from './roles.ts';

/** Who may do something: 1 all members, 2 administrators, 3 members who are not new. Guests never may. */
export const MemberPolicy = z.literal([1, 2, 3]);
export type MemberPolicy = z.infer<typeof MemberPolicy>;

/** Who may create bots: 1 all members, 2 all members, but generic bots only administrators, 3 administrators. */
const BotPolicy = z.literal([1, 2, 3]);

/** A duration in seconds, or in days if the setting says so. Clients use 32-bit numbers. */
const Duration = z.int().min(0).max(2_147_483_647);

/** `de`, `pt_BR`, `zh-Hant` */
export const Language = z.string().regex(/^[a-z]{2,3}([-_][A-Za-z]{2,8}){0,2}$/);
export const CodeLanguage = z.string().regex(/^[A-Za-z0-9+#_.-]{1,40}$/);

export const RealmSettings = z.object({
  add_emoji_by_admins_only: z.boolean(),
  allow_community_topic_editing: z.boolean(),
  allow_edit_history: z.boolean(),
  allow_message_deleting: z.boolean(),
  allow_message_editing: z.boolean(),
  avatar_changes_disabled: z.boolean(),
  bot_creation_policy: BotPolicy,
  create_stream_policy: MemberPolicy,
  default_code_block_language: CodeLanguage.nullable(),
  default_language: Language,
  default_twenty_four_hour_time: z.boolean(),
  digest_emails_enabled: z.boolean(),
  /** 0 is Monday. */
  digest_weekday: z.int().min(0).max(6),
  disallow_disposable_email_addresses: z.boolean(),
  /** Who sees addresses: 1 everyone, 3 administrators, 4 nobody. */
  email_address_visibility: z.literal([1, 3, 4]),
  email_changes_disabled: z.boolean(),
  emails_restricted_to_domains: z.boolean(),
  inline_image_preview: z.boolean(),
  inline_url_embed_preview: z.boolean(),
  invite_by_admins_only: z.boolean(),
  invite_required: z.boolean(),
  invite_to_stream_policy: MemberPolicy,
  mandatory_topics: z.boolean(),
  message_content_allowed_in_email_notifications: z.boolean(),
  /** 0 means no time limit, here and in the next setting. */
  message_content_delete_limit_seconds: Duration,
  message_content_edit_limit_seconds: Duration,
  /** −1 means for ever. */
  message_retention_days: z
    .int()
    .min(-1)
    .max(limits.retentionDaysMax)
    .refine((days) => days !== 0),
  name_changes_disabled: z.boolean(),
  /** 1: anybody may write to anybody. 2: private messages only from or to bots. */
  private_message_policy: z.literal([1, 2]),
  send_welcome_emails: z.boolean(),
  user_group_edit_policy: z.literal([1, 2]),
  /** 0 means none. */
  video_chat_provider: z.literal([0]),
  /** How many days an account is new. */
  waiting_period_threshold: Duration,
});
export type RealmSettings = z.infer<typeof RealmSettings>;

export const realmSettingDefaults: RealmSettings = {
  add_emoji_by_admins_only: false,
  allow_community_topic_editing: true,
  allow_edit_history: true,
  allow_message_deleting: false,
  allow_message_editing: true,
  avatar_changes_disabled: false,
  bot_creation_policy: 1,
  create_stream_policy: 1,
  default_code_block_language: null,
  default_language: 'en',
  default_twenty_four_hour_time: false,
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: false,
  email_address_visibility: 1,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  inline_image_preview: false,
  inline_url_embed_preview: false,
  invite_by_admins_only: false,
  invite_required: true,
  invite_to_stream_policy: 1,
  mandatory_topics: false,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600,
  message_content_edit_limit_seconds: 600,
  message_retention_days: -1,
  name_changes_disabled: false,
  private_message_policy: 1,
  send_welcome_emails: false,
  user_group_edit_policy: 1,
  video_chat_provider: 0,
  waiting_period_threshold: 0,
};

/** What one request may change: the settings, the organization's name, and the streams for announcements (null for none). */
export const RealmChange = RealmSettings.extend({
  name: z.string(),
  description: z.string(),
  notifications_stream_id: ChannelId.nullable(),
  signup_notifications_stream_id: ChannelId.nullable(),
}).partial();
export type RealmChange = z.infer<typeof RealmChange>;

/** How long users other than the author may change the topic of a message. */
export const communityTopicEditLimitSecs = 86_400;

/** A person, or for a bot its owner, because a bot has the permissions of its owner. */
export type Member = { readonly role: Role; readonly createdAt: Millis };

/** Whether the account is younger than the organization's waiting period. */
export const isNewMember = (
  { waiting_period_threshold: days }: RealmSettings,
  { createdAt }: Member,
  now: Millis,
): boolean => now - createdAt < days * dayMs;

/** The reason why a policy does not permit a member; undefined if it does. Administrators are always permitted, guests never. */
export function policyObstacle(
  settings: RealmSettings,
  policy: MemberPolicy,
  member: Member,
  now: Millis,
): 'guest' | 'not-administrator' | 'too-new' | undefined {
  if (member.role === guest) return 'guest';
  if (policy === 1 || isAdministrator(member.role)) return undefined;
  if (policy === 2) return 'not-administrator';
  return isNewMember(settings, member, now) ? 'too-new' : undefined;
}
