/** The organization in a registration: every key of the type `realm`. Features that do not exist are reported as off. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { realmSettings } from '../vocabulary/realm-settings.ts';
import { realmAuthenticationMethods } from './authentication-methods.ts';
import { avatarUrl } from './avatar.ts';
import { shapeOfConstants } from './constants.ts';

export type RealmFacts = {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly emailDomain: string;
  readonly createdAt: Millis;
  readonly notificationsChannelId: number | null;
};

/** Values of the wire format that are used only here. */
const allMembers = 1;
const visibleToEveryone = 1;
const noVideoCalls = 0;
const selfHostedPlan = 1;
const none = -1;

/** A square logo. Logos cannot be uploaded yet, so the address is that of a generated image. */
export const realmIcon = (realm: Pick<RealmFacts, 'emailDomain'>): string =>
  avatarUrl({ email: `organization@${realm.emailDomain}`, avatarVersion: 1 });

/** Values that are the same in every organization. Upload limits of 0 mean that nothing can be uploaded. */
const constants = {
  jitsi_server_url: '',
  max_avatar_file_size_mib: 0,
  max_file_upload_size_mib: 0,
  max_icon_file_size: 0,
  max_logo_file_size: 0,
  password_min_guesses: 0,
  password_min_length: 0,
  realm_add_emoji_by_admins_only: false,
  realm_allow_community_topic_editing: realmSettings.allowCommunityTopicEditing,
  realm_allow_edit_history: realmSettings.allowEditHistory,
  realm_allow_message_deleting: realmSettings.allowMessageDeleting,
  realm_allow_message_editing: realmSettings.allowMessageEditing,
  realm_available_video_chat_providers: { disabled: { name: 'None', id: noVideoCalls } },
  realm_avatar_changes_disabled: false,
  realm_bot_creation_policy: allMembers,
  realm_community_topic_editing_limit_seconds: realmSettings.communityTopicEditLimitSecs,
  realm_create_stream_policy: allMembers,
  realm_default_code_block_language: null,
  realm_default_external_accounts: {},
  realm_default_language: 'en',
  realm_default_twenty_four_hour_time: false,
  realm_digest_emails_enabled: false,
  realm_digest_weekday: 1,
  realm_disallow_disposable_email_addresses: false,
  realm_email_address_visibility: visibleToEveryone,
  realm_email_auth_enabled: false,
  realm_email_changes_disabled: true,
  realm_emails_restricted_to_domains: false,
  realm_icon_source: 'G',
  realm_inline_image_preview: false,
  realm_inline_url_embed_preview: false,
  realm_invite_by_admins_only: true,
  realm_invite_required: true,
  realm_invite_to_stream_policy: allMembers,
  realm_is_zephyr_mirror_realm: false,
  realm_logo_source: 'D',
  realm_logo_url: '',
  realm_mandatory_topics: false,
  realm_message_content_allowed_in_email_notifications: true,
  realm_message_content_delete_limit_seconds: realmSettings.contentDeleteLimitSecs,
  realm_message_content_edit_limit_seconds: realmSettings.contentEditLimitSecs,
  realm_message_retention_days: realmSettings.messageRetentionDays,
  realm_name_changes_disabled: false,
  realm_night_logo_source: 'D',
  realm_night_logo_url: '',
  realm_password_auth_enabled: false,
  realm_plan_type: selfHostedPlan,
  realm_presence_disabled: true,
  realm_private_message_policy: 1,
  realm_push_notifications_enabled: false,
  realm_send_welcome_emails: false,
  realm_signup_notifications_stream_id: none,
  realm_upload_quota: null,
  realm_user_group_edit_policy: allMembers,
  realm_video_chat_provider: noVideoCalls,
  realm_waiting_period_threshold: realmSettings.waitingPeriodDays,
  server_avatar_changes_disabled: true,
  server_inline_image_preview: false,
  server_inline_url_embed_preview: false,
  server_name_changes_disabled: true,
  settings_send_digest_emails: false,
  upgrade_text_for_wide_organization_logo: '',
  zulip_plan_is_not_limited: true,
};

const authentication = z.record(z.string(), z.boolean());

export const realmShape = {
  ...shapeOfConstants(constants),
  realm_name: z.string(),
  realm_description: z.string(),
  realm_icon_url: z.string(),
  realm_uri: z.string().describe('The address that clients use'),
  realm_bot_domain: z.string(),
  realm_authentication_methods: authentication.describe('Ways to sign in, and which of them are on'),
  realm_notifications_stream_id: z.int().describe('Where new streams are announced; -1 for nowhere'),
  development_environment: z.boolean(),
  server_generation: z.int().describe('Unix seconds'),
};

/** `uri`: the address that clients use. */
export const realmObject = (
  realm: RealmFacts,
  server: { readonly uri: string; readonly development: boolean },
): DeepReadonly<z.infer<z.ZodObject<typeof realmShape>>> => ({
  ...constants,
  realm_name: realm.name,
  realm_description: realm.description,
  realm_icon_url: realmIcon(realm),
  realm_uri: server.uri,
  realm_bot_domain: realm.emailDomain,
  realm_authentication_methods: realmAuthenticationMethods(server.development),
  realm_notifications_stream_id: realm.notificationsChannelId ?? none,
  development_environment: server.development,
  // Event queues survive a restart, so clients never need to see a new generation: it is the time of the organization's creation.
  server_generation: Math.floor(realm.createdAt / 1000),
});
