/** Client events about presence and typing. */
import { z } from 'zod';
import { event } from './event-shape.ts';
import { PresenceByClient } from './presence.ts';

export const presenceEvent = event(z.literal('presence'), {
  email: z.string().optional().describe('Absent if the queue was registered with `slim_presence`'),
  user_id: z.int(),
  server_timestamp: z.number().describe('Unix seconds, with a fraction'),
  presence: PresenceByClient,
}).meta({ id: 'PresenceEvent', description: 'Somebody came, went idle or came back.' });

const typist = z.object({ user_id: z.int(), email: z.string() });
export const typingEvent = event(z.literal('typing'), {
  op: z.enum(['start', 'stop']),
  sender: typist,
  recipients: z.array(typist).describe('All participants of the conversation, the sender too'),
}).meta({ id: 'TypingEvent', description: 'Somebody began or ceased to write to the receiver.' });
