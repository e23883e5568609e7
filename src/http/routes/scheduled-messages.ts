/** Messages that are to be sent later. POST /messages schedules them. */
import { z } from 'zod';
import { cancelScheduledMessage } from '../../../commands/scheduled/cancel-scheduled-message.ts';
import { scheduledBy } from '../../queries/scheduled-messages.ts';
import { ScheduledMessageId } from '../../vocabulary/ids.ts';
import { ScheduledMessage } from '../../wire/scheduled-message.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { pathId } from '../request/parameters.ts';

const getScheduled = defineEndpoint({
  id: 'getScheduledMessages',
  route: 'GET /scheduled_messages',
  summary: 'List scheduled messages',
  description: 'Returns the messages that the caller has scheduled and that are not sent yet, in the order of sending.',
  response: z.object({ scheduled_messages: z.array(ScheduledMessage) }),
  example: {
    scheduled_messages: [
      {
        scheduled_message_id: 1,
        type: 'stream',
        to: 2,
        topic: 'lunch',
        content: 'Lunch at **noon**?',
        delivery_type: 'send_later',
        scheduled_delivery_timestamp: 1900000000,
      },
    ],
  },
  handle: ({ realmId, userId }, services) =>
    services.read(async (view) => ({ scheduled_messages: await scheduledBy(view, realmId, userId) })),
});

const deleteScheduled = defineChange({
  id: 'deleteScheduledMessage',
  route: 'DELETE /scheduled_messages/:scheduled_message_id',
  summary: 'Cancel a scheduled message',
  description: 'Cancels a scheduled message of the caller that is not sent yet.',
  parameters: z.object({
    scheduled_message_id: described(pathId(ScheduledMessageId), 'The id of the scheduled message.', 1),
  }),
  commands: [cancelScheduledMessage],
  handle: (call, services) =>
    services.run(cancelScheduledMessage, { scheduledId: call.parameters.scheduled_message_id }, call),
});

export const scheduledMessages = [getScheduled, deleteScheduled];
