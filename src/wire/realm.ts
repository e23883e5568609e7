/** An organization as a registration shows it: every key of `realm` (api-facts §3.1, §11.1). What is not there is said to be off. */
import type { Millis } from '../vocabulary/ids.ts';
import { realmDefaults } from '../vocabulary/realm-settings.ts';
import { realmAuthenticationMethods } from './authentication-methods.ts';
import { avatarUrl } from './avatar.ts';

export type RealmFacts = {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly emailDomain: string;
  readonly createdAt: Millis;
  readonly notificationsChannelId: number | null;
};

/** Wire values that have no name elsewhere. */
const allMembers = 1;
const visibleToEveryone = 1;
const noVideoCalls = 0;
const selfHostedPlan = 1;
const none = -1;

/** A square logo: nobody uploads one yet, so it is drawn from the organization's name. */
export const realmIcon = (realm: Pick<RealmFacts, 'emailDomain'>): string =>
  avatarUrl({ email: `organization@${realm.emailDomain}`, avatarVersion: 1 });

/** `uri`: the address that clients use. */
export const realmObject = (realm: RealmFacts, server: { readonly uri: string; readonly development: boolean }) => ({
  ...settingsOf(realm),
  ...appearanceOf(realm),
  ...serverOf(server),
  realm_uri: server.uri,
  realm_bot_domain: realm.emailDomain,
  realm_notifications_stream_id: realm.notificationsChannelId ?? none,
  realm_signup_notifications_stream_id: none,
  realm_presence_disabled: true,
  realm_is_zephyr_mirror_realm: false,
  realm_plan_type: selfHostedPlan,
  realm_upload_quota: null,
  /** Event queues survive a restart, so that a generation of the server is as old as the organization. */
  server_generation: Math.floor(realm.createdAt / 1000),
});

const settingsOf = (realm: RealmFacts) => ({
  realm_name: realm.name,
  realm_description: realm.description,
  realm_add_emoji_by_admins_only: false,
  realm_allow_community_topic_editing: realmDefaults.allowCommunityTopicEditing,
  realm_allow_edit_history: realmDefaults.allowEditHistory,
  realm_allow_message_deleting: realmDefaults.allowMessageDeleting,
  realm_allow_message_editing: realmDefaults.allowMessageEditing,
  realm_avatar_changes_disabled: false,
  realm_bot_creation_policy: allMembers,
  realm_community_topic_editing_limit_seconds: realmDefaults.communityTopicEditLimitSecs,
  realm_create_stream_policy: allMembers,
  realm_default_code_block_language: null,
  realm_default_language: 'en',
  realm_default_twenty_four_hour_time: false,
  realm_digest_emails_enabled: false,
  realm_digest_weekday: 1,
  realm_disallow_disposable_email_addresses: false,
  realm_email_address_visibility: visibleToEveryone,
  realm_email_changes_disabled: true,
  realm_emails_restricted_to_domains: false,
  realm_inline_image_preview: false,
  realm_inline_url_embed_preview: false,
  realm_invite_by_admins_only: true,
  realm_invite_required: true,
  realm_invite_to_stream_policy: allMembers,
  realm_mandatory_topics: false,
  realm_message_content_allowed_in_email_notifications: true,
  realm_message_content_delete_limit_seconds: realmDefaults.contentDeleteLimitSecs,
  realm_message_content_edit_limit_seconds: realmDefaults.contentEditLimitSecs,
  realm_message_retention_days: realmDefaults.messageRetentionDays,
  realm_name_changes_disabled: false,
  realm_private_message_policy: 1,
  realm_send_welcome_emails: false,
  realm_user_group_edit_policy: allMembers,
  realm_video_chat_provider: noVideoCalls,
  realm_waiting_period_threshold: realmDefaults.waitingPeriodDays,
});

const appearanceOf = (realm: RealmFacts) => ({
  realm_icon_url: realmIcon(realm),
  realm_icon_source: 'G',
  realm_logo_url: '',
  realm_logo_source: 'D',
  realm_night_logo_url: '',
  realm_night_logo_source: 'D',
});

/** Limits of 0 say that nothing can be uploaded. */
const serverOf = ({ development }: { development: boolean }) => ({
  development_environment: development,
  jitsi_server_url: '',
  max_avatar_file_size_mib: 0,
  max_file_upload_size_mib: 0,
  max_icon_file_size: 0,
  max_logo_file_size: 0,
  password_min_guesses: 0,
  password_min_length: 0,
  realm_authentication_methods: realmAuthenticationMethods(development),
  realm_available_video_chat_providers: { disabled: { name: 'None', id: noVideoCalls } },
  realm_default_external_accounts: {},
  realm_email_auth_enabled: false,
  realm_password_auth_enabled: false,
  realm_push_notifications_enabled: false,
  server_avatar_changes_disabled: true,
  server_inline_image_preview: false,
  server_inline_url_embed_preview: false,
  server_name_changes_disabled: true,
  settings_send_digest_emails: false,
  upgrade_text_for_wide_organization_logo: '',
  zulip_plan_is_not_limited: true,
});
