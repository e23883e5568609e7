/** Events of `scheduled-…`, one log stream per message that is to be sent later. The last event of the stream removes the text. */
import { z } from 'zod';
import { EventId, MessageId, ScheduledMessageId, UserId } from '../ids.ts';
import { Place } from '../places.ts';
import { KeptLeaf } from './leaf.ts';

export const scheduledEvents = {
  MessageScheduled: z.object({
    scheduledId: ScheduledMessageId,
    senderId: UserId,
    place: Place,
    content: z.string(),
    deliverAt: z.int().nonnegative(),
    /** Whether the Notification Bot sends it, as a reminder for the readers of the place. */
    reminder: z.boolean(),
  }),
  /**
   * The ids under which it is sent, or under which its author gets a notice that it is not, so that any process can finish it. The newest
   * claim counts.
   */
  ScheduledMessageClaimed: z.object({
    scheduledId: ScheduledMessageId,
    messageId: MessageId,
    eventId: EventId,
    /** The reason why it is not sent; absent if it is. */
    obstacle: z.string().optional(),
  }),
  /** It was sent, could not be sent, or was cancelled. The earlier events are removed, and their leaves are stored here. */
  ScheduledMessageEnded: z.object({
    scheduledId: ScheduledMessageId,
    senderId: UserId,
    scheduledAt: z.int(),
    outcome: z.enum(['sent', 'not-sent', 'cancelled']),
    /** The message, or the notice to its author that there is none. */
    messageId: MessageId.optional(),
    obstacle: z.string().optional(),
    leaves: z.array(KeptLeaf),
  }),
} as const;
