/** Who could read a message, in the wire format. */
import { z } from 'zod';

export const audienceRules = ['recipient', 'alert to a bot', 'subscriber', 'public stream', 'history'] as const;

const AudienceQueue = z.object({
  queue_id: z.string(),
  registered_at: z.string().describe('ISO 8601, UTC'),
  ended_at: z.string().nullable().describe('Null: it has not ended'),
  options_known: z
    .boolean()
    .describe(
      'False: the queue has ended, and its options left the log. It may or may not have been meant to deliver the message',
    ),
});

export const Reader = z
  .object({
    user_id: z.int(),
    name: z.string().nullable().describe('The name at that time; null if it was erased'),
    rule: z
      .enum(audienceRules)
      .describe('The rule that made the message readable; if several apply, the first of them'),
    queues: z
      .array(AudienceQueue)
      .describe('Event queues that existed when the message was sent and were to deliver it'),
  })
  .meta({ id: 'Reader', description: 'Somebody who could read a message.' });
export type ReaderRow = z.infer<typeof Reader>;
