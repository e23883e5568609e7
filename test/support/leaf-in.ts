/** Leaves for tests of commands: they have all fields of real leaves, with a readable commitment. */
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { KeptLeaf, Leaf } from '../../src/vocabulary/events/leaf.ts';
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

const leafOf = ({ id, kind, type, metadata }: Recorded): KeptLeaf => ({
  eventId: id,
  kind,
  type,
  at: metadata.at,
  actor: metadata.actor,
  commitment: `commitment of ${id}`,
});

/** The same past events; those with `leaves` have one for each earlier event of their log stream, as those of commands do. */
export function withLeaves(events: readonly Recorded[]): Recorded[] {
  const earlier = new Map<string, Recorded[]>();
  return events.map((event) => {
    const before = earlier.get(event.stream) ?? [];
    const whole = 'leaves' in event.data ? { ...event, data: { ...event.data, leaves: before.map(leafOf) } } : event;
    earlier.set(event.stream, [...before, whole as Recorded]);
    return whole as Recorded;
  });
}
