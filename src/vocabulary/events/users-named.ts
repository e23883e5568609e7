/** How many users join or leave a channel with an event. */
import type { DomainEvent } from './index.ts';

/** The most users who join or leave channels in one piece of a large decision. One commit of the read models takes as many. */
export const namedPerPiece = 2_048;

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
