/** Leaves for tests of commands: they have all fields of real leaves, with a readable commitment. */
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
