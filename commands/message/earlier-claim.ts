/** Requests with an idempotency key. */
import { z } from 'zod';
import type { Millis } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';

/** Identifies a request that is carried out once, however often it is sent. */
export const Idempotency = z.object({ key: z.string(), fingerprint: z.string() });

/** The claim of an earlier request under the same key, while the key is remembered. */
export const earlierClaim = <C extends { readonly claim: { readonly at: Millis } }>(
  own: C | { readonly status: 'unclaimed' },
  now: Millis,
): C | undefined => ('claim' in own && now - own.claim.at <= limits.idempotencyKeySecs * 1000 ? own : undefined);
