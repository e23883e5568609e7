/** Changed subscription properties. Each becomes a client event of its own, and one domain event has at most 1,023 client events. */
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import type { SubscriptionProperties } from '../../src/vocabulary/settings.ts';

type Change = { readonly channelId: ChannelId; readonly properties: Partial<SubscriptionProperties> };

/** Eight properties each: 800 client events of the 1,023 that one event may have. */
const channelsPerEventMax = 100;

export function propertiesChanged(userId: UserId, changes: readonly Change[]): DomainEvent[] {
  const events: DomainEvent[] = [];
  for (let from = 0; from < changes.length; from += channelsPerEventMax)
    events.push({
      type: 'SubscriptionPropertiesChanged',
      data: { userId, changes: changes.slice(from, from + channelsPerEventMax) },
    });
  return events;
}
