/** Past events whose deletions list the erased events, as those of commands do. */
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { KeptLeaf } from '../../src/vocabulary/events/leaf.ts';

const leafOf = ({ id, kind, type, metadata }: Recorded): KeptLeaf => ({
  eventId: id,
  kind,
  type,
  at: metadata.at,
  actor: metadata.actor,
  commitment: `commitment of ${id}`,
});

/** The same events; those with `leaves` have one for each earlier event of their log stream. */
export function withLeaves(events: readonly Recorded[]): Recorded[] {
  const earlier = new Map<string, Recorded[]>();
  return events.map((event) => {
    const before = earlier.get(event.stream) ?? [];
    const whole = 'leaves' in event.data ? { ...event, data: { ...event.data, leaves: before.map(leafOf) } } : event;
    earlier.set(event.stream, [...before, whole as Recorded]);
    return whole as Recorded;
  });
}
