/** Events of `queue-…`, one log stream per event queue; outside ledger and export, gone when the queue ends. */
import { z } from 'zod';
import { QueueId, UserId } from '../ids.ts';
import { QueueNarrow } from '../narrow.ts';

/** What a client asked its queue to be (api-facts §3.1). */
export const QueueOptions = z.object({
  applyMarkdown: z.boolean(),
  clientGravatar: z.boolean(),
  allPublicStreams: z.boolean(),
  bulkMessageDeletion: z.boolean(),
  /** As asked for; null: all. */
  eventTypes: z.array(z.string()).nullable(),
  /** Types are given by the wire's names rather than the spec's where it asked for neither (api-facts §0.2a). */
  wireNames: z.boolean(),
  narrow: QueueNarrow,
  lifespanSecs: z.int().positive(),
});
export type QueueOptions = z.infer<typeof QueueOptions>;

export const queueEvents = {
  EventQueueRegistered: z.object({ queueId: QueueId, userId: UserId, options: QueueOptions }),
  /** It was polled; said at most once per half lifespan. */
  EventQueueTouched: z.object({ queueId: QueueId }),
  EventQueueDeleted: z.object({ queueId: QueueId }),
  EventQueueExpired: z.object({ queueId: QueueId }),
} as const;
