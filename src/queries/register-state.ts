/**
 * The initial state of POST /register: the keys of each requested type. Everything is read in one view, so that the state is
 * consistent with the events that follow it.
 */
import type { ReadView } from '../ports/read-store.ts';
import { emptyState, type InitialState, type StateType } from '../wire/registration.ts';
import { realmOf, userOf } from './realm.ts';
import { registerRealmEmoji } from './realm-emoji.ts';
import type { RegisterContext, RegisterRequest, StateReader } from './register-context.ts';
import { registerConversations, registerMessages } from './register-messages.ts';
import {
  registerDisplay,
  registerIntegrations,
  registerLinkifiers,
  registerNotifications,
  registerPresence,
  registerProfileFields,
  registerRealm,
  registerRealmDomains,
  registerStatuses,
  registerUserGroups,
} from './register-settings.ts';
import {
  registerAlertWords,
  registerDefaultStreamGroups,
  registerDefaultStreams,
  registerMutedTopics,
  registerStreams,
  registerSubscriptions,
} from './register-subscriptions.ts';
import { registerBots, registerUsers } from './register-users.ts';
import { registerStarred, unreadOf } from './unread.ts';

const readers: { readonly [T in StateType]: StateReader<T> } = {
  alert_words: registerAlertWords,
  custom_profile_fields: registerProfileFields,
  default_stream_groups: registerDefaultStreamGroups,
  default_streams: registerDefaultStreams,
  message: registerMessages,
  muted_topics: registerMutedTopics,
  presence: registerPresence,
  realm: registerRealm,
  realm_bot: registerBots,
  realm_domains: registerRealmDomains,
  realm_filters: registerLinkifiers,
  realm_incoming_webhook_bots: registerIntegrations,
  realm_emoji: registerRealmEmoji,
  realm_user: registerUsers,
  realm_user_groups: registerUserGroups,
  recent_private_conversations: registerConversations,
  starred_messages: registerStarred,
  stream: registerStreams,
  subscription: registerSubscriptions,
  update_display_settings: registerDisplay,
  update_global_notifications: registerNotifications,
  user_status: registerStatuses,
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
