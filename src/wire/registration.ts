/** The initial state of a registration: the keys of each type that a client may request. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { DisplaySettings } from '../vocabulary/display-settings.ts';
import { NotificationSettings } from '../vocabulary/settings.ts';
import { Bot } from './bot.ts';
import { shapeOfConstants } from './constants.ts';
import { DefaultStreamGroup } from './default-groups.ts';
import { LinkifierRow } from './linkifiers.ts';
import { MutedTopic } from './muted-topics.ts';
import { Presences } from './presence.ts';
import { ProfileFieldSchema } from './profile-data.ts';
import { realmShape } from './realm.ts';
import { RealmDomainSchema } from './realm-domains.ts';
import { RealmEmojiMap } from './realm-emoji.ts';
import { ListedStream, Stream } from './stream.ts';
import { NeverSubscribed, Subscription } from './subscription.ts';
import { UnreadMessages } from './unread.ts';
import { RealmUser, User } from './user.ts';
import { UserGroup } from './user-group.ts';
import { UserStatuses } from './user-status.ts';

/** By type: the keys of features that do not exist yet, with the empty values that clients expect. */
export const emptyState = {
  hotspots: { hotspots: [] },
  realm_embedded_bots: { realm_embedded_bots: [] },
  stop_words: { stop_words: [] },
  video_calls: { has_zoom_token: false },
};

/** Looks of emoji that a user may choose. */
export const emojisetChoices = [
  { key: 'google', text: 'Google modern' },
  { key: 'google-blob', text: 'Google classic' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] satisfies { key: DisplaySettings['emojiset']; text: string }[];

/** By type: the schemas of the keys of features that exist. */
const stateSchemas = {
  alert_words: z.object({ alert_words: z.array(z.string()) }),
  custom_profile_fields: z.object({
    custom_profile_fields: z.array(ProfileFieldSchema),
    custom_profile_field_types: z.record(z.string(), z.object({ id: z.int(), name: z.string() })),
  }),
  default_stream_groups: z.object({ realm_default_stream_groups: z.array(DefaultStreamGroup).describe('By name') }),
  default_streams: z.object({ realm_default_streams: z.array(Stream) }),
  message: z.object({ max_message_id: z.int().describe('The newest message that the user received; -1 without any') }),
  muted_topics: z.object({ muted_topics: z.array(MutedTopic) }),
  presence: z.object({ presences: Presences }),
  realm: z.object(realmShape),
  realm_bot: z.object({ realm_bots: z.array(Bot) }),
  realm_user: z.object({
    realm_users: z.array(RealmUser).describe('Active people and bots'),
    realm_non_active_users: z.array(RealmUser).describe('Deactivated people and bots'),
    cross_realm_bots: z.array(User).describe("The organization's own bots"),
    user_id: z.int(),
    email: z.string(),
    delivery_email: z.string(),
    full_name: z.string(),
    avatar_source: z.string(),
    avatar_url: z.string(),
    avatar_url_medium: z.string(),
    is_admin: z.boolean(),
    is_owner: z.boolean(),
    is_guest: z.boolean(),
    can_create_streams: z.boolean(),
    can_subscribe_other_users: z.boolean(),
    enter_sends: z.boolean(),
  }),
  realm_domains: z.object({ realm_domains: z.array(RealmDomainSchema) }),
  realm_emoji: z.object({ realm_emoji: RealmEmojiMap }),
  realm_filters: z.object({ realm_filters: z.array(LinkifierRow) }),
  realm_incoming_webhook_bots: z.object({
    realm_incoming_webhook_bots: z
      .array(z.object({ name: z.string(), config: z.object({}) }))
      .describe('The incoming-webhook integrations; `config` is always empty'),
  }),
  realm_user_groups: z.object({ realm_user_groups: z.array(UserGroup).describe('By id') }),
  recent_private_conversations: z.object({
    recent_private_conversations: z.array(
      z.object({
        user_ids: z.array(z.int()).describe('The other participants, ascending; empty for notes to oneself'),
        max_message_id: z.int(),
      }),
    ),
  }),
  starred_messages: z.object({ starred_messages: z.array(z.int()).describe('Ids, ascending') }),
  stream: z.object({
    streams: z.array(ListedStream),
    stream_name_max_length: z.int(),
    stream_description_max_length: z.int(),
  }),
  subscription: z.object({
    subscriptions: z.array(Subscription).describe('By name'),
    unsubscribed: z.array(Subscription).describe('Streams that the user has left and may still know of'),
    never_subscribed: z.array(NeverSubscribed),
  }),
  update_display_settings: z.object({
    ...DisplaySettings.shape,
    timezone: z.string(),
    ...shapeOfConstants({ emojiset_choices: emojisetChoices }),
  }),
  user_status: z.object({ user_status: UserStatuses }),
  update_global_notifications: z.object({
    ...NotificationSettings.shape,
    available_notification_sounds: z.array(z.string()),
  }),
};

/** For clients that request both `message` and `update_message_flags`. */
const unreadShape = { unread_msgs: UnreadMessages };

/** A type of initial state with a schema. */
export type StateType = keyof typeof stateSchemas;
/** The keys that belong to a type. */
export type StateOf<T extends StateType> = DeepReadonly<z.infer<(typeof stateSchemas)[T]>>;

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type StateShape = Intersection<(typeof stateSchemas)[StateType]['shape']> & typeof unreadShape;

const shapes: readonly z.ZodRawShape[] = [
  ...Object.values(stateSchemas).map(({ shape }) => shape),
  ...Object.values(emptyState).map((fields) => shapeOfConstants(fields)),
  unreadShape,
];

/** All keys that a registration may have. An answer has those of the requested types. */
const InitialState = z.object(Object.assign({}, ...shapes) as StateShape).partial();
export type InitialState = DeepReadonly<z.infer<typeof InitialState>>;
export const stateFields = InitialState.shape;
