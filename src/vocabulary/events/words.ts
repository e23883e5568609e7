/**
 * Events of `words-…`: what a user says about themselves, and the words that alert them. A log stream holds a limited number of events, so
 * that one event can erase all of them. Logs of earlier versions have these events in `user-…`.
 */
import { z } from 'zod';
import { UserId } from '../ids.ts';
import { KeptLeaf } from './leaf.ts';

export const wordsEvents = {
  /** What the user says about themselves: what is absent stays as it was, and an empty text takes it back. */
  UserStatusChanged: z.object({ userId: UserId, away: z.boolean().optional(), text: z.string().optional() }),
  /** Words that alert the user from here on, and words that no longer do. */
  AlertWordsChanged: z.object({ userId: UserId, added: z.array(z.string()), removed: z.array(z.string()) }),
  /** Everything that the log stream said goes. Whatever is in others, the user says nothing and is alerted by no word from here on. */
  UserWordsErased: z.object({ userId: UserId, leaves: z.array(KeptLeaf) }),
} as const;
