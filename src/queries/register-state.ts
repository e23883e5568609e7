/**
 * The initial state of POST /register: for each type that was asked for, what stands at this moment (api-facts §3.1). Everything
 * is read in one view, so that this state and the events after it make the later state.
 */
import type { ReadView } from '../ports/read-store.ts';
import { realmOf, userOf } from './realm.ts';
import type { RegisterContext, RegisterFamily, RegisterRequest } from './register-context.ts';
import { registerConversations, registerMessages } from './register-messages.ts';
import { registerDisplay, registerNotifications, registerProfileFields, registerRealm } from './register-settings.ts';
import {
  registerDefaultStreams,
  registerMutedTopics,
  registerStreams,
  registerSubscriptions,
} from './register-subscriptions.ts';
import { registerBots, registerUsers } from './register-users.ts';

/** What is not kept yet, or never will be, as clients expect it where there is none of it. */
const always =
  (fields: Readonly<Record<string, unknown>>): RegisterFamily =>
  async () =>
    fields;

/** Type, by the wire's name → its keys. */
const families: Readonly<Record<string, RegisterFamily>> = {
  alert_words: always({ alert_words: [] }),
  custom_profile_fields: registerProfileFields,
  default_stream_groups: always({ realm_default_stream_groups: [] }),
  default_streams: registerDefaultStreams,
  hotspots: always({ hotspots: [] }),
  message: registerMessages,
  muted_topics: registerMutedTopics,
  presence: always({ presences: {} }),
  realm: registerRealm,
  realm_bot: registerBots,
  realm_domains: always({ realm_domains: [] }),
  realm_embedded_bots: always({ realm_embedded_bots: [] }),
  realm_emoji: always({ realm_emoji: {} }),
  realm_filters: always({ realm_filters: [] }),
  realm_incoming_webhook_bots: always({ realm_incoming_webhook_bots: [] }),
  realm_user: registerUsers,
  realm_user_groups: always({ realm_user_groups: [] }),
  recent_private_conversations: registerConversations,
  starred_messages: always({ starred_messages: [] }),
  stop_words: always({ stop_words: [] }),
  stream: registerStreams,
  subscription: registerSubscriptions,
  update_display_settings: registerDisplay,
  update_global_notifications: registerNotifications,
  user_status: always({ user_status: {} }),
  video_calls: always({ has_zoom_token: false }),
};

/** Asked for by two types together. */
const unread = always({ unread_msgs: { pms: [], streams: [], huddles: [], mentions: [], count: 0 } });

/** Throws `Refused` (`realm-missing`, `user-missing`). */
export async function registerState(view: ReadView, request: RegisterRequest): Promise<Record<string, unknown>> {
  const wants = (type: string): boolean => request.types === null || request.types.has(type);
  const context: RegisterContext = {
    ...request,
    view,
    realm: await realmOf(view, request.realmId),
    user: await userOf(view, request.realmId, request.userId),
  };
  const asked = Object.entries(families).flatMap(([type, family]) => (wants(type) ? [family] : []));
  if (wants('message') && wants('update_message_flags')) asked.push(unread);
  const parts = await Promise.all(asked.map((family) => family(context)));
  return Object.assign({}, ...parts) as Record<string, unknown>;
}
