/** What tests of commands let the ledger keep of an event: all that the real leaf has, and a commitment that can be read. */
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { Leaf } from '../../src/vocabulary/events/leaf.ts';

export const leafIn = ({
  id,
  stream,
  type,
  metadata,
}: Pick<Recorded, 'id' | 'stream' | 'type' | 'metadata'>): Leaf => ({
  v: 2,
  id,
  stream,
  type,
  schema: metadata.schema,
  at: metadata.at,
  actor: metadata.actor,
  commit: `commitment of ${id}`,
});
