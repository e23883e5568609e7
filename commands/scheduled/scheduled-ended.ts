/**
 * The event of a scheduled message that was sent, could not be sent, or was cancelled. It contains what the ledger keeps of the removed
 * events.
 */
import type { Context } from '../../src/define/command.ts';
import type { DataOf, DomainEvent, Recorded } from '../../src/vocabulary/events/index.ts';

export const scheduledEnded = (
  { data: { scheduledId, senderId }, metadata }: Recorded<'MessageScheduled'>,
  events: readonly Recorded[],
  how: Pick<DataOf<'ScheduledMessageEnded'>, 'outcome' | 'messageId' | 'obstacle'>,
  leafOf: Context['leafOf'],
): DomainEvent<'ScheduledMessageEnded'> => ({
  type: 'ScheduledMessageEnded',
  data: {
    scheduledId,
    senderId,
    scheduledAt: metadata.at,
    ...how,
    leaves: events.map(leafOf),
  },
});
