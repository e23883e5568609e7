/** Each property is told to clients by itself, and one event is told in so many parts only (design, Event queues): more take several. */
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import type { SubscriptionProperties } from '../../src/vocabulary/settings.ts';

type Change = { readonly channelId: ChannelId; readonly properties: Partial<SubscriptionProperties> };

/** Eight properties each: 800 client events of the 1,023 that one event may have. */
const channelsPerEventMax = 100;

/** What a user set on subscriptions, in order; none for nothing. */
export function propertiesChanged(userId: UserId, changes: readonly Change[]): DomainEvent[] {
  const events: DomainEvent[] = [];
  for (let from = 0; from < changes.length; from += channelsPerEventMax)
    events.push({
      type: 'SubscriptionPropertiesChanged',
      data: { userId, changes: changes.slice(from, from + channelsPerEventMax) },
    });
  return events;
}
