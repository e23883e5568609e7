/**
 * Events of `queue-…`, one log stream per event queue. They are not exported. When a queue ends, all its events but the last are
 * truncated.
 */
import { z } from 'zod';
import { QueueId, UserId } from '../ids.ts';
import { QueueNarrow } from '../narrow.ts';
import { KeptLeaf } from './leaf.ts';

/** The options of an event queue, as its client requested them. */
export const QueueOptions = z.object({
  applyMarkdown: z.boolean(),
  clientGravatar: z.boolean(),
  allPublicStreams: z.boolean(),
  bulkMessageDeletion: z.boolean(),
  /** The types as requested; null for all. */
  eventTypes: z.array(z.string()).nullable(),
  /** For a client that requested all types: true gives it the canonical names of event types, false the documented ones. */
  wireNames: z.boolean(),
  /** Presence events use user ids, without the address. */
  slimPresence: z.boolean().optional(),
  narrow: QueueNarrow,
  lifespanSecs: z.int().positive(),
});
export type QueueOptions = z.infer<typeof QueueOptions>;

export const queueEvents = {
  EventQueueRegistered: z.object({ queueId: QueueId, userId: UserId, options: QueueOptions }),
  /** The queue was polled. Recorded at most once in half the lifespan. */
  EventQueueTouched: z.object({ queueId: QueueId }),
  /** `leaves`: of the recorded earlier events of its log stream; those events are removed. */
  EventQueueDeleted: z.object({ queueId: QueueId, leaves: z.array(KeptLeaf).optional() }),
  EventQueueExpired: z.object({ queueId: QueueId, leaves: z.array(KeptLeaf).optional() }),
} as const;
