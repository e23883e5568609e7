/** The events of an event queue about messages. */
import { z } from 'zod';
import { emojiTypes } from '../vocabulary/events/reactions.ts';
import { event } from './event-shape.ts';
import { Message } from './message.ts';

const flags = z.array(z.string()).describe("The receiver's own flags of the message");
const streamId = z.int();

export const message = event(z.literal('message'), {
  message: Message,
  flags,
  local_id: z.string().optional().describe('Only in the queue that the sender named'),
  local_message_id: z.string().optional().describe('The same as `local_id`'),
}).meta({ id: 'MessageEvent', description: 'A message was sent.' });

const change = {
  user_id: z.int().nullable().describe('Who changed it; null for the service itself'),
  edit_timestamp: z.int().describe('Unix seconds'),
  message_id: z.int(),
  message_ids: z.array(z.int()),
};

export const edited = event(z.literal('update_message'), {
  ...change,
  flags: z
    .array(z.string())
    .describe(
      'Those that the text has for the receiver now: `mentioned`, `wildcard_mentioned`, `has_alert_word`. All others stay as they were',
    ),
  stream_id: streamId.optional(),
  stream_name: z.string().optional(),
  orig_content: z.string(),
  orig_rendered_content: z.string(),
  prev_rendered_content_version: z.int(),
  content: z.string(),
  rendered_content: z.string(),
  is_me_message: z.boolean(),
}).meta({ id: 'MessageEditedEvent', description: 'The content of a message was changed.' });

export const moved = event(z.literal('update_message'), {
  ...change,
  flags: z.array(z.string()).describe('Always empty: a move changes no flags'),
  stream_id: streamId.describe('Where the messages were'),
  stream_name: z.string(),
  propagate_mode: z.enum(['change_one', 'change_later', 'change_all']),
  orig_subject: z.string(),
  subject: z.string(),
  topic_links: z.array(z.string()),
  new_stream_id: streamId.optional().describe('Only if the stream changed'),
}).meta({ id: 'MessagesMovedEvent', description: 'Messages were moved to another topic or stream.' });

export const deleted = event(z.enum(['delete_message', 'message_deleted']), {
  message_ids: z.array(z.int()).optional().describe('For clients with the capability `bulk_message_deletion`'),
  message_id: z.int().optional().describe('For other clients'),
  message_type: z.enum(['stream', 'private']),
  stream_id: streamId.optional(),
  topic: z
    .string()
    .optional()
    .describe('Empty if the receiver has left the stream and could not read the message any more'),
  recipient_id: z.int().optional(),
  sender_id: z.int().optional(),
}).meta({
  id: 'MessageDeletedEvent',
  description: 'Messages were deleted, or moved to a place that the receiver may not read.',
});

export const submessage = event(z.literal('submessage'), {
  submessage_id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string(),
}).meta({ id: 'SubmessageEvent', description: 'Somebody added a submessage to a message.' });

export const reaction = event(z.literal('reaction'), {
  op: z.enum(['add', 'remove']),
  message_id: z.int(),
  user_id: z.int(),
  user: z.object({ user_id: z.int(), email: z.string(), full_name: z.string() }),
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.enum(emojiTypes),
}).meta({ id: 'ReactionEvent', description: 'Somebody reacted to a message with an emoji, or took it back.' });
