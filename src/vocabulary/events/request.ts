/** Events of `request-…`: requests with an idempotency key. Such a request is carried out once, however often it is sent. */
import { z } from 'zod';
import { EventId, MessageId, ScheduledMessageId } from '../ids.ts';

export const requestEvents = {
  /**
   * The ids of the message that the request sends, so that whoever gets it again finds or finishes that message. The newest claim of
   * a log stream counts.
   */
  RequestClaimed: z.object({
    /** Of what is to be said and where, under the key. The log does not hold the key, so that guesses cannot be tested against it. */
    fingerprint: z.string(),
    messageId: MessageId,
    eventId: EventId,
  }),
  /** The same of a request that schedules a message. */
  SchedulingClaimed: z.object({ fingerprint: z.string(), scheduledId: ScheduledMessageId, eventId: EventId }),
} as const;
