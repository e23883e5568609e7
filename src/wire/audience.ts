/** Who could read a message, in the wire format. */
import { z } from 'zod';
import { accessRules } from '../vocabulary/access-rules.ts';
import { moment } from './moment.ts';

const AudienceQueue = z.object({
  queue_id: z.string(),
  registered_at: moment(),
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
      .enum(accessRules)
      .describe(
        'The rule that made the message readable; if several apply, the first of them. `alert to a bot`: it was to be sent to the server of the bot',
      ),
    queues: z
      .array(AudienceQueue)
      .describe('Event queues that existed when the message was sent and were to deliver it'),
  })
  .meta({ id: 'Reader', description: 'Somebody who could read a message.' });
export type ReaderRow = z.infer<typeof Reader>;
