import { z } from 'zod';

/** What answers say of every stream (api-facts §2.2). */
export const streamFields = {
  stream_id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  stream_post_policy: z.int(),
  history_public_to_subscribers: z.boolean(),
  first_message_id: z.int().nullable(),
  message_retention_days: z.int().nullable(),
  is_announcement_only: z.boolean(),
};
