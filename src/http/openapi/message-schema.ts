/** Messages of a listing, for the API's description and the tests (spec, Message; api-facts §2.1). */
import { z } from 'zod';

const participant = z.object({
  email: z.string(),
  full_name: z.string(),
  id: z.int(),
  is_mirror_dummy: z.boolean(),
});

const editEntry = z.object({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_rendered_content_version: z.int().optional(),
  prev_subject: z.string().optional(),
  prev_stream: z.int().optional(),
});

export const listedMessageSchema = z.object({
  id: z.int(),
  type: z.enum(['stream', 'private']),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  display_recipient: z.union([z.string(), z.array(participant)]),
  recipient_id: z.int(),
  sender_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  timestamp: z.int(),
  subject: z.string(),
  topic: z.string().optional(),
  stream_id: z.int().optional(),
  topic_links: z.array(z.string()),
  avatar_url: z.string().nullable(),
  client: z.string(),
  is_me_message: z.boolean(),
  reactions: z.array(z.unknown()),
  submessages: z.array(z.unknown()),
  last_edit_timestamp: z.int().optional(),
  edit_history: z.array(editEntry).optional(),
  flags: z.array(z.string()),
  match_content: z.string().optional(),
  match_subject: z.string().optional(),
});
