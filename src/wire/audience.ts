/** Who could read a message, in the wire format. */
import { z } from 'zod';

export const audienceRules = ['recipient', 'alert to a bot', 'subscriber', 'public stream', 'history'] as const;

const AudienceQueue = z.object({
  queue_id: z.string(),
  registered_at: z.string().describe('ISO 8601, UTC'),
  ended_at: z.string().nullable().describe('Null: it had not ended'),
  options_known: z
    .boolean()
    .describe('False: the queue has ended, and what it was to be told of left the log with it. It may have been told'),
});

export const Reader = z
  .object({
    user_id: z.int(),
    name: z.string().nullable().describe('As of then; null where it was erased'),
    rule: z.enum(audienceRules).describe('What made the message readable; of several rules the first one'),
    queues: z.array(AudienceQueue).describe('That stood when the message was sent and were to be told of it'),
  })
  .meta({ id: 'Reader', description: 'Somebody who could read a message.' });
export type ReaderRow = z.infer<typeof Reader>;
