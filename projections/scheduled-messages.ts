/** The read model `scheduled-messages`: the messages that are to be sent later, for their authors. */
import { defineProjection, puts, removes } from '../src/define/projection.ts';
import type { Recorded } from '../src/vocabulary/events/index.ts';
import type { Millis, RealmId, ScheduledMessageId, UserId } from '../src/vocabulary/ids.ts';
import type { Place } from '../src/vocabulary/places.ts';

export type ScheduledMessageDocument = {
  readonly realmId: RealmId;
  readonly scheduledId: ScheduledMessageId;
  readonly senderId: UserId;
  readonly place: Place;
  readonly content: string;
  readonly deliverAt: Millis;
  readonly reminder: boolean;
};

type ScheduledEvent = 'MessageScheduled' | 'ScheduledMessageClaimed' | 'ScheduledMessageEnded';

const documentId = ({ realmId, data }: Recorded<ScheduledEvent>): string => `${realmId}.${data.scheduledId}`;

export const scheduledMessages = defineProjection<ScheduledMessageDocument>({
  name: 'scheduledMessages',
  version: 1,
  indexes: { byUser: ['realmId', 'senderId', 'deliverAt'] },
  on: {
    MessageScheduled: puts((event) => [documentId(event), { realmId: event.realmId, ...event.data }]),
    /** The message is being sent. */
    ScheduledMessageClaimed: removes(documentId),
    ScheduledMessageEnded: removes(documentId),
  },
});
