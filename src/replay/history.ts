/**
 * What a replay is given of a log: it can read, and nothing else. It cannot append, truncate or subscribe, whatever the code that is
 * replayed does.
 */
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import { partsOf } from '../vocabulary/log-streams.ts';
import { recordedIn } from '../vocabulary/recorded-kinds.ts';

export type History = {
  /** All events after a position, in order. */
  readAll(after: number): AsyncIterable<StoredEvent>;
};

/** Of a log, what a replay may use. */
export const historyOf = (log: EventLog): History => ({ readAll: (after) => log.readAll(after) });

/** What a replay folds of a history. */
export type Scope = {
  /** One organization; undefined: all of them. */
  readonly realmId: number | undefined;
  /** Whether the event at this place was erased since. It is left out, as if it had never been. */
  readonly isErased: (event: Pick<StoredEvent, 'stream' | 'revision'>) => boolean;
};

/** Who is there and who is typing is not kept: a log holds the newest of it only, and an export nothing. */
export const isPassing = ({ stream }: Pick<StoredEvent, 'stream'>): boolean => partsOf(stream)?.kind === 'ephemeral';

/** The events of a history that a replay folds. */
export const scoped = (history: History, { realmId, isErased }: Scope): History => ({
  async *readAll(after) {
    for await (const event of history.readAll(after))
      if (!isPassing(event) && !isErased(event) && isOf(event, realmId)) yield event;
  },
});

/** Whether an event belongs to an organization, or names it. */
export function isOf(event: StoredEvent, realmId: number | undefined): boolean {
  if (realmId === undefined) return true;
  const parts = partsOf(event.stream);
  return parts?.kind === 'server' ? (recordedIn(event)?.includes(realmId) ?? false) : parts?.realmId === realmId;
}
