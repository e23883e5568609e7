/** The list of all families of client events. */
import { handlersOf } from '../define/handlers.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import { alertWordsFeed } from './alert-words.ts';
import { attachmentFeed } from './attachments.ts';
import { botDefaultsFeed } from './bot-defaults.ts';
import { botFeed } from './bots.ts';
import { channelChangeFeed } from './channel-changes.ts';
import { channelFeed } from './channels.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';
import { invitationFeed } from './invitations.ts';
import { messageFlagsFeed } from './message-flags.ts';
import { messageFeed } from './messages.ts';
import { mutedTopicsFeed } from './muted-topics.ts';
import { withinIds } from './parts.ts';
import { presenceFeed } from './presence.ts';
import { reactionFeed } from './reactions.ts';
import { realmFeed } from './realm.ts';
import { realmDomainFeed } from './realm-domains.ts';
import { realmEmojiFeed } from './realm-emoji.ts';
import { realmExportFeed } from './realm-exports.ts';
import { roleChangeFeed } from './role-changes.ts';
import { settingsFeed } from './settings.ts';
import { submessageFeed } from './submessages.ts';
import { subscriptionFeed } from './subscriptions.ts';
import { userGroupFeed } from './user-groups.ts';
import { userStatusFeed } from './user-status.ts';
import { userFeed } from './users.ts';

/**
 * The order in which clients get the events: a user before their bots and before what their role lets them see, a stream before its
 * subscriptions.
 */
const families: readonly Feed[] = [
  userFeed,
  botFeed,
  channelFeed,
  channelChangeFeed,
  subscriptionFeed,
  roleChangeFeed,
  botDefaultsFeed,
  mutedTopicsFeed,
  settingsFeed,
  realmFeed,
  realmDomainFeed,
  userGroupFeed,
  messageFeed,
  messageFlagsFeed,
  alertWordsFeed,
  realmEmojiFeed,
  reactionFeed,
  submessageFeed,
  presenceFeed,
  userStatusFeed,
  attachmentFeed,
  invitationFeed,
  realmExportFeed,
];

const handlersIn = handlersOf(families);

/** The client events of a domain event, as a function of the state after it; undefined if there are none. */
export function clientEventsOf(
  event: Recorded,
  before: RealmState | undefined,
): ((after: RealmState) => readonly ClientEvent[]) | undefined {
  if (!before) return undefined;
  const handlers = handlersIn(event);
  if (handlers.length === 0) return undefined;
  const pending = handlers.map((handler) => handler(event, before));
  // More events would use the ids of the next position. Commands limit their domain events, so that there are never more.
  return (after) => withinIds(pending.flatMap((clientEvents) => clientEvents(after)));
}
