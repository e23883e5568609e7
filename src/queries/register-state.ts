/**
 * The initial state of POST /register: the keys of each requested type. Everything is read in one view, so that the state is
 * consistent with the events that follow it.
 */
import type { ReadView } from '../ports/read-store.ts';
import { displayOf } from '../vocabulary/display-settings.ts';
import { notificationSounds, notificationsOf } from '../vocabulary/settings.ts';
import { linkifierRows } from '../wire/linkifiers.ts';
import { profileFieldObjects, profileFieldTypeObjects } from '../wire/profile-data.ts';
import { realmObject } from '../wire/realm.ts';
import { realmDomainObject } from '../wire/realm-domains.ts';
import { emojisetChoices, emptyState, type InitialState, type StateType } from '../wire/registration.ts';
import { realmBots } from './bots.ts';
import { newestReceived } from './newest-received.ts';
import { preferencesOf } from './preferences.ts';
import { presencesOf } from './presences.ts';
import { realmOf, userOf } from './realm.ts';
import { realmEmojiOf } from './realm-emoji.ts';
import type { RegisterContext, RegisterRequest, StateReader } from './register-context.ts';
import { registerConversations } from './register-conversations.ts';
import {
  registerDefaultStreamGroups,
  registerDefaultStreams,
  registerMutedTopics,
  registerStreams,
  registerSubscriptions,
} from './register-subscriptions.ts';
import { registerUsers } from './register-users.ts';
import { registerStarred, unreadOf } from './unread.ts';
import { userGroupsOf } from './user-groups.ts';
import { userStatusesOf } from './user-statuses.ts';

const readers: { readonly [T in StateType]: StateReader<T> } = {
  alert_words: async ({ view, realmId, userId }) => ({
    alert_words: (await preferencesOf(view, realmId, userId)).alertWords ?? [],
  }),
  custom_profile_fields: async ({ realm }) => ({
    custom_profile_fields: profileFieldObjects(realm.profileFields),
    custom_profile_field_types: profileFieldTypeObjects,
  }),
  default_stream_groups: registerDefaultStreamGroups,
  default_streams: registerDefaultStreams,
  message: async ({ view, realmId, userId }) => ({ max_message_id: await newestReceived(view, realmId, userId) }),
  muted_topics: registerMutedTopics,
  presence: async ({ view, realmId, slimPresence: slim, now }) => ({
    presences: await presencesOf(view, realmId, { slim, now }),
  }),
  realm: async ({ realm, uri, development, uploads }) => realmObject(realm, { uri, development, uploads }),
  realm_bot: async ({ view, realmId, user, keys, clientGravatar }) => ({
    realm_bots: await realmBots(view, realmId, user, keys, clientGravatar),
  }),
  realm_domains: async ({ realm }) => ({ realm_domains: (realm.domains ?? []).map(realmDomainObject) }),
  realm_filters: async ({ realm }) => ({ realm_filters: linkifierRows(realm.linkifiers ?? []) }),
  realm_incoming_webhook_bots: async ({ integrations }) => ({
    realm_incoming_webhook_bots: integrations.map((name) => ({ name, config: {} })),
  }),
  realm_emoji: async ({ view, realmId }) => ({ realm_emoji: await realmEmojiOf(view, realmId) }),
  realm_user: registerUsers,
  realm_user_groups: async ({ view, realmId }) => ({ realm_user_groups: await userGroupsOf(view, realmId) }),
  recent_private_conversations: registerConversations,
  starred_messages: registerStarred,
  stream: registerStreams,
  subscription: registerSubscriptions,
  update_display_settings: async ({ view, realmId, userId, user }) => ({
    ...displayOf(await preferencesOf(view, realmId, userId)),
    timezone: user.timezone,
    emojiset_choices: emojisetChoices,
  }),
  update_global_notifications: async ({ view, realmId, userId }) => ({
    ...notificationsOf(await preferencesOf(view, realmId, userId)),
    available_notification_sounds: notificationSounds,
  }),
  user_status: async ({ view, realmId }) => ({ user_status: await userStatusesOf(view, realmId) }),
};

type Fields = Readonly<Record<string, unknown>>;

/** Throws `Refused` (`realm-missing`, `user-missing`). */
export async function registerState(view: ReadView, request: RegisterRequest): Promise<InitialState> {
  const wants = (type: string): boolean => request.types === null || request.types.has(type);
  const context: RegisterContext = {
    ...request,
    view,
    realm: await realmOf(view, request.realmId),
    user: await userOf(view, request.realmId, request.userId),
  };
  const wanted = <T>(byType: Readonly<Record<string, T>>): T[] =>
    Object.entries(byType).flatMap(([type, value]) => (wants(type) ? [value] : []));
  const read = await Promise.all(
    wanted<(context: RegisterContext) => Promise<Fields>>(readers).map((reader) => reader(context)),
  );
  const isUnreadWanted = wants('message') && wants('update_message_flags');
  const unread = isUnreadWanted ? { unread_msgs: await unreadOf(view, request.realmId, request.userId) } : {};
  return Object.assign({}, ...wanted<Fields>(emptyState), ...read, unread) as InitialState;
}
