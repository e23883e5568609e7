/** The list: which family of client events follows from which domain event. Their order is the order in which clients are told. */
import type { RealmState } from '../state/realm-state.ts';
import type { EventType, Recorded } from '../vocabulary/events/index.ts';
import { botFeed } from './bots.ts';
import { channelFeed } from './channels.ts';
import type { ClientEvent } from './client-event.ts';
import { clientEventsMax } from './event-ids.ts';
import type { Feed, FeedHandler } from './feed-handlers.ts';
import { messageFeed } from './messages.ts';
import { mutedTopicsFeed } from './muted-topics.ts';
import { realmFeed } from './realm.ts';
import { roleChangeFeed } from './role-changes.ts';
import { settingsFeed } from './settings.ts';
import { subscriptionFeed } from './subscriptions.ts';
import { userFeed } from './users.ts';

/** A user before their bots and what their role shows them; a stream before its subscriptions. */
const families: readonly Feed[] = [
  userFeed,
  botFeed,
  channelFeed,
  subscriptionFeed,
  roleChangeFeed,
  mutedTopicsFeed,
  settingsFeed,
  realmFeed,
  messageFeed,
];

const handlers = new Map<EventType, FeedHandler<EventType>[]>();
for (const family of families)
  for (const [type, handler] of Object.entries(family))
    handlers.set(type as EventType, [...(handlers.get(type as EventType) ?? []), handler as FeedHandler<EventType>]);

/** What clients are told of an event, in the order of the families; undefined where they are told nothing. */
export function clientEventsOf(
  event: Recorded,
  before: RealmState | undefined,
): ((after: RealmState) => readonly ClientEvent[]) | undefined {
  const all = handlers.get(event.type);
  if (!all || !before) return undefined;
  const pending = all.map((handler) => handler(event, before));
  // More than fit one event's ids would take the ids of the next; commands keep their events below that (design, Event queues).
  return (after) => pending.flatMap((clientEvents) => clientEvents(after)).slice(0, clientEventsMax);
}
