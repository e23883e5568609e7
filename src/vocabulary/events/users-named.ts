/** How many users join or leave a channel with an event. */
import type { Recorded } from './index.ts';

export function usersNamedIn(event: Recorded): number {
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
