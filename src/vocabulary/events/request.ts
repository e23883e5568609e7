/** Events of `request-…`: requests with an idempotency key. Such a request is carried out once, however often it is sent. */
import { z } from 'zod';
import { EventId, MessageId, ScheduledMessageId } from '../ids.ts';

export const requestEvents = {
  /**
   * The ids of the message that the request sends, so that a repetition finds or finishes that message. The newest claim of a log stream
   * counts.
   */
  RequestClaimed: z.object({
    /**
     * A fingerprint of the message and its destination, keyed with the idempotency key. The log does not contain that key, so that guesses
     * cannot be tested against the fingerprint.
     */
    fingerprint: z.string(),
    messageId: MessageId,
    eventId: EventId,
  }),
  /** As `RequestClaimed`, for a request that schedules a message. */
  SchedulingClaimed: z.object({ fingerprint: z.string(), scheduledId: ScheduledMessageId, eventId: EventId }),
} as const;
