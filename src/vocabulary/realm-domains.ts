/** Domains of e-mail addresses that belong to an organization. */
import { z } from 'zod';

/** `domain` is in lower case. */
export const RealmDomain = z.object({ id: z.int().positive(), domain: z.string(), allowSubdomains: z.boolean() });
export type RealmDomain = z.infer<typeof RealmDomain>;
