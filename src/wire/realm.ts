/** The organization in a registration: every key of the type `realm`. Features that do not exist are reported as off. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { mib } from '../vocabulary/limits/limit.ts';
import { limits } from '../vocabulary/limits.ts';
import { communityTopicEditLimitSecs, RealmSettings } from '../vocabulary/realm-settings.ts';
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
  readonly signupsChannelId: number | null;
  readonly settings: RealmSettings;
};

/** Values of the wire format that are used only here. */
const noVideoCalls = 0;
const selfHostedPlan = 1;
const none = -1;

/** A square logo. Logos cannot be uploaded yet, so the address is that of a generated image. */
export const realmIcon = (realm: Pick<RealmFacts, 'emailDomain'>): string =>
  avatarUrl({ email: `organization@${realm.emailDomain}`, avatarVersion: 1 });

/** Values that are the same in every organization. Upload limits of 0 mean that nothing can be uploaded. */
const constants = {
  jitsi_server_url: '',
  max_avatar_file_size_mib: limits.avatarMibMax,
  max_icon_file_size: 0,
  max_logo_file_size: 0,
  password_min_guesses: 0,
  password_min_length: limits.passwordLengthMin,
  realm_available_video_chat_providers: { disabled: { name: 'None', id: noVideoCalls } },
  realm_community_topic_editing_limit_seconds: communityTopicEditLimitSecs,
  realm_default_external_accounts: {
    github: {
      text: 'GitHub',
      url_pattern: 'https://github.com/%(username)s',
      name: 'GitHub username',
      hint: 'Enter your GitHub username',
    },
    twitter: {
      text: 'Twitter',
      url_pattern: 'https://twitter.com/%(username)s',
      name: 'Twitter',
      hint: 'Enter your Twitter username',
    },
  },
  realm_email_auth_enabled: true,
  realm_icon_source: 'G',
  realm_is_zephyr_mirror_realm: false,
  realm_logo_source: 'D',
  realm_logo_url: '',
  realm_night_logo_source: 'D',
  realm_night_logo_url: '',
  realm_password_auth_enabled: true,
  realm_plan_type: selfHostedPlan,
  realm_presence_disabled: false,
  realm_push_notifications_enabled: false,
  server_avatar_changes_disabled: false,
  server_inline_image_preview: false,
  server_inline_url_embed_preview: false,
  server_name_changes_disabled: false,
  settings_send_digest_emails: false,
  upgrade_text_for_wide_organization_logo: '',
  zulip_plan_is_not_limited: true,
};

type Prefixed<T> = { [K in keyof T & string as `realm_${K}`]: T[K] };
const prefixed = <T extends object>(fields: T): Prefixed<T> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`realm_${name}`, value])) as Prefixed<T>;

const settingsShape = prefixed(RealmSettings.shape);

const authentication = z.record(z.string(), z.boolean());

export const realmShape = {
  ...shapeOfConstants(constants),
  ...settingsShape,
  realm_name: z.string(),
  realm_description: z.string(),
  realm_icon_url: z.string(),
  realm_uri: z.string().describe('The address that clients use'),
  max_file_upload_size_mib: z.int().describe('The largest file that can be uploaded'),
  realm_upload_quota: z.int().nullable().describe('Bytes of uploaded files that the organization may have stored'),
  realm_bot_domain: z.string(),
  realm_authentication_methods: authentication.describe('Ways to sign in, and which of them are on'),
  realm_notifications_stream_id: z.int().describe('Id of the stream where new streams are announced; -1 for none'),
  realm_signup_notifications_stream_id: z.int().describe('Id of the stream where new users are announced; -1 for none'),
  development_environment: z.boolean(),
  server_generation: z.int().describe('Unix seconds'),
};

/** Settings of the service. */
export type UploadBounds = { readonly fileMibMax: number; readonly quotaMib: number };

/** `uri`: the address that clients use. */
export const realmObject = (
  realm: RealmFacts,
  server: { readonly uri: string; readonly development: boolean; readonly uploads: UploadBounds },
): DeepReadonly<z.infer<z.ZodObject<typeof realmShape>>> => ({
  ...constants,
  ...prefixed(realm.settings),
  realm_name: realm.name,
  realm_description: realm.description,
  realm_icon_url: realmIcon(realm),
  realm_uri: server.uri,
  max_file_upload_size_mib: server.uploads.fileMibMax,
  realm_upload_quota: server.uploads.quotaMib * mib,
  realm_bot_domain: realm.emailDomain,
  realm_authentication_methods: realmAuthenticationMethods(server.development),
  realm_notifications_stream_id: realm.notificationsChannelId ?? none,
  realm_signup_notifications_stream_id: realm.signupsChannelId ?? none,
  development_environment: server.development,
  // Event queues survive a restart, so clients never need to see a new generation: it is the time of the organization's creation.
  server_generation: Math.floor(realm.createdAt / 1000),
});
