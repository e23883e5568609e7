/** Short functions for past events of realm 1 about scheduled messages. */
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { EventId, MessageId, ScheduledMessageId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import { type Given, happened, realmId, testNow } from './given.ts';

export const scheduledId = (id: number) => id as ScheduledMessageId;
export const scheduledStream = (id: number) => logStream.scheduled(realmId, scheduledId(id));

export const toSend = (
  id: number,
  by: number,
  place: Place,
  more: Partial<DataOf<'MessageScheduled'>> = {},
): DataOf<'MessageScheduled'> => ({
  scheduledId: scheduledId(id),
  senderId: by as UserId,
  place,
  content: `later ${id}`,
  deliverAt: testNow,
  reminder: false,
  ...more,
});

export const schedules = (...given: Parameters<typeof toSend>): Given =>
  happened(scheduledStream(given[0]), 'MessageScheduled', toSend(...given));

export const scheduledClaimed = (id: number, messageId: number, eventId: EventId, obstacle?: string): Given =>
  happened(scheduledStream(id), 'ScheduledMessageClaimed', {
    scheduledId: scheduledId(id),
    messageId: messageId as MessageId,
    eventId,
    ...(obstacle !== undefined && { obstacle }),
  });

export const scheduledEnds = (id: number, by: number): Given =>
  happened(scheduledStream(id), 'ScheduledMessageEnded', {
    scheduledId: scheduledId(id),
    senderId: by as UserId,
    scheduledAt: 1,
    outcome: 'cancelled',
    leaves: [],
  });
