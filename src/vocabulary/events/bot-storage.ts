/** Events of `user-…` about the storage of users, most of them bots (`/bot_storage`). */
import { z } from 'zod';
import { UserId } from '../ids.ts';

export const botStorageEvents = {
  /** Only the changes: the new values by their keys, and the removed keys. */
  BotStorageChanged: z.object({
    userId: UserId,
    values: z.record(z.string(), z.string()),
    removed: z.array(z.string()),
  }),
} as const;
