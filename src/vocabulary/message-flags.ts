/** The flags that a message has for each user. */
import { z } from 'zod';

/** Flags that users set themselves. */
export const FlagToSet = z.enum(['read', 'starred', 'collapsed']);
export type FlagToSet = z.infer<typeof FlagToSet>;

/** Flags that follow from the message. */
export const givenFlags = ['mentioned', 'wildcard_mentioned', 'has_alert_word', 'historical'] as const;
