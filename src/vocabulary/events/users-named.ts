/** How many users join or leave a channel with an event. */
import type { DomainEvent } from './index.ts';

/** Users that join or leave channels with the events of one piece of a large decision: as many as one commit of the read models takes. */
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
