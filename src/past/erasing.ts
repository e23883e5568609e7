/** Events that erase something, or change what is erased because it is held: what was folded before them may not be used any more. */
import { erasesBefore } from '../audit/export-scope.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { idOfLeaf } from '../vocabulary/events/id-of-leaf.ts';
import { eventTypeNamed } from '../vocabulary/events/index.ts';
import type { KeptLeaf } from '../vocabulary/events/leaf.ts';
import type { Millis } from '../vocabulary/ids.ts';

/** What has to be known of such an event. */
export type Erasing = Pick<StoredEvent, 'type' | 'stream' | 'revision' | 'position' | 'data'>;

const aboutHeld: ReadonlySet<string | undefined> = new Set(['DeletionHeld', 'FileDeletionHeld', 'HeldDeletionsEnded']);

export const changesErasures = (event: Pick<StoredEvent, 'type'>): boolean =>
  erasesBefore(event) || aboutHeld.has(eventTypeNamed(event.type));

/** The ids of the events that it erases; none where it does not say. */
export function erasedIds({ data }: { readonly data: unknown }): readonly string[] {
  const { leaves } = data as { readonly leaves?: readonly KeptLeaf[] };
  return (leaves ?? []).map(idOfLeaf);
}

/** When an id was made, for ids that tell (UUIDv7). */
export const idTime = (id: string): Millis | undefined =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;

/** Nothing whose id was made earlier is erased by it. */
export function erasesFrom(event: { readonly data: unknown }): Millis {
  const times = erasedIds(event).map((id) => idTime(id) ?? 0);
  return times.length === 0 ? 0 : Math.min(...times);
}
