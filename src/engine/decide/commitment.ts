/** The ledger's leaf commitment: SHA-256 over the event's salt and the canonical JSON of its payload (design, Audit). */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../vocabulary/canonical-json.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';

/** Hidden by the salt: with salt and payload gone, no guess at a short text can be tested. */
export const commitmentOf = (event: Recorded): { commitment: string } => ({
  commitment: createHash('sha256')
    .update(Buffer.from(event.metadata.salt, 'base64url'))
    .update(canonicalJson(event.data))
    .digest('base64url'),
});
