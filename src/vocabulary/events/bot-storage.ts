/** Events of `user-…` about the storage of users, most of them bots (`/bot_storage`). */
import { z } from 'zod';
import { UserId } from '../ids.ts';

export const botStorageEvents = {
  /** Only what changed: the new values by their keys, and the keys that are gone. */
  BotStorageChanged: z.object({
    userId: UserId,
    values: z.record(z.string(), z.string()),
    removed: z.array(z.string()),
  }),
} as const;
