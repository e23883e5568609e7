/**
 * Events that erase something, or that change what is erased because of a legal hold. What was folded before such an event may no longer be
 * used.
 */
import { erasesBefore } from '../audit/export-scope.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { leavesIn } from '../vocabulary/erasing.ts';
import { idOfLeaf } from '../vocabulary/events/id-of-leaf.ts';
import { eventTypeNamed } from '../vocabulary/events/index.ts';
import type { Millis } from '../vocabulary/ids.ts';

/** The fields of such an event that are needed. */
export type Erasing = Pick<StoredEvent, 'type' | 'stream' | 'revision' | 'position' | 'data'>;

const aboutHeld: ReadonlySet<string | undefined> = new Set(['DeletionHeld', 'FileDeletionHeld', 'HeldDeletionsEnded']);

export const changesErasures = (event: Pick<StoredEvent, 'type'>): boolean =>
  erasesBefore(event) || aboutHeld.has(eventTypeNamed(event.type));

/** The ids of the events that this event erases. Empty if the event does not name them. */
export const erasedIds = (event: Pick<StoredEvent, 'type' | 'data'>): readonly string[] =>
  leavesIn(event).map(idOfLeaf);

/** The time at which an id was made, for ids that contain it (UUIDv7). */
export const idTime = (id: string): Millis | undefined =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;

/** The event erases nothing whose id was made before this time. */
export function erasesFrom(event: Pick<StoredEvent, 'type' | 'data'>): Millis {
  const times = erasedIds(event).map((id) => idTime(id) ?? 0);
  return times.length === 0 ? 0 : Math.min(...times);
}
