/** GET /scheduled_messages: a user's scheduled messages, in the order in which they will be sent. */
import { type ScheduledMessageDocument, scheduledMessages } from '../../projections/scheduled-messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { ScheduledMessageObject } from '../wire/scheduled-message.ts';

export async function scheduledBy(view: ReadView, realmId: RealmId, userId: UserId): Promise<ScheduledMessageObject[]> {
  const own = await view.scan(scheduledMessages, 'byUser', {
    prefix: [realmId, userId],
    limit: limits.scheduledMessagesPerUserMax,
  });
  return own.map(scheduledMessageObject);
}

const scheduledMessageObject = ({
  scheduledId,
  place,
  content,
  deliverAt,
  reminder,
}: ScheduledMessageDocument): ScheduledMessageObject => ({
  scheduled_message_id: scheduledId,
  ...(place.kind === 'channel'
    ? { type: 'stream', to: place.channelId, topic: place.topic }
    : { type: 'private', to: [...place.userIds] }),
  content,
  delivery_type: reminder ? 'remind' : 'send_later',
  scheduled_delivery_timestamp: Math.floor(deliverAt / 1000),
});
