/** The list: which family of client events follows from which domain event. */
import type { RealmState } from '../state/realm-state.ts';
import type { EventType, Recorded } from '../vocabulary/events/index.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed, FeedHandler } from './family.ts';
import { messageFeed } from './messages.ts';

const families: readonly Feed[] = [messageFeed];

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
  return (after) => pending.flatMap((clientEvents) => clientEvents(after));
}
