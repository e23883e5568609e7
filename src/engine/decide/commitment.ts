/** An event's commitment: SHA-256 over its salt and the canonical JSON of its payload. A deletion keeps it, so that the words can still be proved. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../vocabulary/canonical-json.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';

/** Once the salt is erased with the payload, guesses at a short text cannot be tested against it. */
export const commitmentOf = (event: Recorded): { commitment: string } => ({
  commitment: createHash('sha256')
    .update(Buffer.from(event.metadata.salt, 'base64url'))
    .update(canonicalJson(event.data))
    .digest('base64url'),
});
