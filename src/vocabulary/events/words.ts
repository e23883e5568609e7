/**
 * Events of `words-…`: a user's statuses and alert words. A log stream holds a limited number of events, so that one event can erase all of
 * them.
 */
import { z } from 'zod';
import { UserId } from '../ids.ts';
import { KeptLeaf } from './leaf.ts';

export const wordsEvents = {
  /** The user's status. An absent field stays unchanged, and an empty text removes the status text. */
  UserStatusChanged: z.object({ userId: UserId, away: z.boolean().optional(), text: z.string().optional() }),
  /** Words that alert the user from here on, and words that no longer do. */
  AlertWordsChanged: z.object({ userId: UserId, added: z.array(z.string()), removed: z.array(z.string()) }),
  /**
   * The contents of the log stream are removed. From here on the user has no status and no alert words, whatever other log streams contain.
   */
  UserWordsErased: z.object({ userId: UserId, leaves: z.array(KeptLeaf) }),
} as const;
