/** The unread messages of a registration, by conversation. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';

const ids = z.array(z.int()).describe('Ids of messages, ascending');

export const UnreadMessages = z
  .object({
    pms: z.array(
      z.object({
        sender_id: z.int().describe('The other participant; oneself in notes to oneself'),
        unread_message_ids: ids,
      }),
    ),
    streams: z.array(
      z.object({ stream_id: z.int(), topic: z.string(), unread_message_ids: ids, sender_ids: z.array(z.int()) }),
    ),
    huddles: z
      .array(
        z.object({
          user_ids_string: z.string().describe('The participants, oneself included, ascending, with commas'),
          unread_message_ids: ids,
        }),
      )
      .describe('Private conversations of three or more'),
    mentions: ids.describe('Those that mention the user, or everybody'),
    count: z.int().describe('How many there are, without those in muted streams and topics'),
  })
  .meta({ id: 'UnreadMessages', description: 'Unread messages, at most the newest 50,000.' });
export type UnreadMessages = DeepReadonly<z.infer<typeof UnreadMessages>>;
