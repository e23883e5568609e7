/** How many users join or leave a channel with an event. */
import type { DomainEvent } from './index.ts';

export function usersNamedIn(event: DomainEvent): number {
  switch (event.type) {
    case 'ChannelCreated':
      return event.data.subscribers.length;
    case 'SubscribersAdded':
    case 'SubscribersRemoved':
      return event.data.userIds.length;
    default:
      return 0;
  }
}
