/** The event queues that exist, whose they are, and when each was last polled as far as the log tells. */
import type { StatePart } from '../define/handlers.ts';
import type { QueueOptions } from '../vocabulary/events/queue.ts';
import type { Millis, QueueId, UserId } from '../vocabulary/ids.ts';

export type Queue = {
  readonly queueId: QueueId;
  readonly userId: UserId;
  readonly options: QueueOptions;
  /** The log position of its registration. The queue holds the client events of later positions. */
  readonly start: number;
  readonly touchedAt: Millis;
};

export type Queues = Map<QueueId, Queue>;

export const queuesState: StatePart<Queues> = {
  initial: () => new Map(),
  on: {
    EventQueueRegistered(event, queues) {
      const { queueId, userId, options } = event.data;
      queues.set(queueId, { queueId, userId, options, start: event.position, touchedAt: event.metadata.at });
    },
    EventQueueTouched(event, queues) {
      const queue = queues.get(event.data.queueId);
      if (queue) queues.set(queue.queueId, { ...queue, touchedAt: event.metadata.at });
    },
    EventQueueDeleted(event, queues) {
      queues.delete(event.data.queueId);
    },
    EventQueueExpired(event, queues) {
      queues.delete(event.data.queueId);
    },
  },
};
