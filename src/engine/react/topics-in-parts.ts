/** Moves and deletions of topics with many messages, which are done in parts, one event after the other. */
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { ChannelPlace } from '../../vocabulary/places.ts';

export type Topic = Omit<ChannelPlace, 'kind'>;

/** Whether the event is about such a topic: it moves messages into it or out of it, or deletes them. */
export const changesTopic =
  (isIt: (topic: Topic) => boolean) =>
  (event: Recorded): boolean => {
    switch (event.type) {
      case 'TopicMoved':
        return isIt(event.data) || isIt(event.data.to);
      case 'TopicDeletionRequested':
        return isIt(event.data);
      default:
        return false;
    }
  };
