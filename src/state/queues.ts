/** State of `queue-…`: which event queues live, whose they are, and when each was last known to be polled. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { QueueOptions } from '../vocabulary/events/queue.ts';
import type { Millis, QueueId, UserId } from '../vocabulary/ids.ts';

export type Queue = {
  readonly queueId: QueueId;
  readonly userId: UserId;
  readonly options: QueueOptions;
  /** The position of its registration: it holds what comes after. */
  readonly start: number;
  readonly touchedAt: Millis;
};

export type Queues = Map<QueueId, Queue>;

export function evolveQueues(queues: Queues, event: Recorded): void {
  switch (event.type) {
    case 'EventQueueRegistered': {
      const { queueId, userId, options } = event.data;
      queues.set(queueId, { queueId, userId, options, start: event.position, touchedAt: event.metadata.at });
      break;
    }
    case 'EventQueueTouched': {
      const queue = queues.get(event.data.queueId);
      if (queue) queues.set(queue.queueId, { ...queue, touchedAt: event.metadata.at });
      break;
    }
    case 'EventQueueDeleted':
    case 'EventQueueExpired':
      queues.delete(event.data.queueId);
      break;
  }
}
