/**
 * Events of `queue-…`, one log stream per event queue. They are not exported. When a queue ends, all its events but the last are
 * truncated.
 */
import { z } from 'zod';
import { QueueId, UserId } from '../ids.ts';
import { QueueNarrow } from '../narrow.ts';
import { KeptLeaf } from './leaf.ts';

/** The options of an event queue, as its client asked for them. */
export const QueueOptions = z.object({
  applyMarkdown: z.boolean(),
  clientGravatar: z.boolean(),
  allPublicStreams: z.boolean(),
  bulkMessageDeletion: z.boolean(),
  /** As asked for; null: all. */
  eventTypes: z.array(z.string()).nullable(),
  /** For a client that asked for all types: true gives it the canonical names of event types, false the documented ones. */
  wireNames: z.boolean(),
  /** Presence events go by user id, without the address. */
  slimPresence: z.boolean().optional(),
  narrow: QueueNarrow,
  lifespanSecs: z.int().positive(),
});
export type QueueOptions = z.infer<typeof QueueOptions>;

export const queueEvents = {
  EventQueueRegistered: z.object({ queueId: QueueId, userId: UserId, options: QueueOptions }),
  /** It was polled. Recorded at most once in half the lifespan. */
  EventQueueTouched: z.object({ queueId: QueueId }),
  /** `leaves`: of the earlier events of its log stream that are recorded; those events go. */
  EventQueueDeleted: z.object({ queueId: QueueId, leaves: z.array(KeptLeaf).optional() }),
  EventQueueExpired: z.object({ queueId: QueueId, leaves: z.array(KeptLeaf).optional() }),
} as const;
