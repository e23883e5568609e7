/** Events of `password-…`, one log stream per person. It keeps only its newest event, and is not exported. */
import { z } from 'zod';
import { UserId } from '../ids.ts';

export const passwordEvents = {
  /**
   * A slow hash with its salt and its cost, never the password. `signature`: made with the secret of the service over the organization, the
   * user and the hash. No leaf covers the event. So a hash without a valid signature is nobody's, as if the person had no password.
   */
  PasswordSet: z.object({ userId: UserId, hash: z.string(), signature: z.string().optional() }),
} as const;
