/** Events of `password-…`, one log stream per person. It keeps only its newest event, and is not exported. */
import { z } from 'zod';
import { UserId } from '../ids.ts';

export const passwordEvents = {
  /** A slow hash with its salt and its cost, never the password. */
  PasswordSet: z.object({ userId: UserId, hash: z.string() }),
} as const;
