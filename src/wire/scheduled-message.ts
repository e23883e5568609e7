/** Scheduled messages in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';

export const ScheduledMessage = z
  .object({
    scheduled_message_id: z.int(),
    type: z.enum(['stream', 'private']),
    to: z.union([z.int(), z.array(z.int())]).describe('The id of the stream, or the ids of all who take part'),
    topic: z.string().optional().describe('Of a message to a stream'),
    content: z.string().describe('Markdown'),
    delivery_type: z.enum(['send_later', 'remind']),
    scheduled_delivery_timestamp: z.int().describe('Unix seconds'),
  })
  .meta({ id: 'ScheduledMessage', description: 'A message that is to be sent later.' });
export type ScheduledMessageObject = DeepReadonly<z.infer<typeof ScheduledMessage>>;
