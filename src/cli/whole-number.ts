import { z } from 'zod';

/** An option that is a whole number, 0 or more. Any other text is refused with a message for people. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number, 0 or more')
  .transform(Number);
