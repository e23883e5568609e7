/** The read model `scheduled-messages`: the messages that are to be sent later, for their authors. */
import { defineProjection } from '../src/define/projection.ts';
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

const documentId = (realmId: number, scheduledId: number): string => `${realmId}.${scheduledId}`;

export const scheduledMessages = defineProjection<ScheduledMessageDocument>({
  name: 'scheduledMessages',
  version: 1,
  indexes: { byUser: ['realmId', 'senderId', 'deliverAt'] },
  on: {
    MessageScheduled: {
      apply: ({ realmId, data }) => [
        { op: 'put', id: documentId(realmId, data.scheduledId), document: { realmId, ...data } },
      ],
    },
    /** The message is being sent. */
    ScheduledMessageClaimed: {
      apply: ({ realmId, data }) => [{ op: 'remove', id: documentId(realmId, data.scheduledId) }],
    },
    ScheduledMessageEnded: {
      apply: ({ realmId, data }) => [{ op: 'remove', id: documentId(realmId, data.scheduledId) }],
    },
  },
});
