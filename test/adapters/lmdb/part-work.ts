/** What is made of the parts of a log in `log-in-parts.test.ts`. */
import type { StoredEvent } from '../../../src/ports/event-log.ts';

export type PlacedEvent = { readonly id: string; readonly isPlaced: boolean };

export function work(events: readonly StoredEvent[], { failing }: { readonly failing?: string }): PlacedEvent[] {
  if (events.some(({ id }) => id === failing)) throw new Error(`no word about ${failing}`);
  return events.map(({ id, metadata }) => ({ id, isPlaced: metadata !== null }));
}
