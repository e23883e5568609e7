import type { StoredEvent } from '../ports/event-log.ts';
import { partsOf } from '../vocabulary/log-streams.ts';
import { recordedIn } from '../vocabulary/recorded-kinds.ts';

/** The part of a log that a replay uses. It can only be read, so that no replayed code can append to it. */
export type History = {
  /** All events after a position, in order. */
  readAll(after: number): AsyncIterable<StoredEvent>;
};

/** The part of a history that a replay folds. */
export type Scope = {
  /** One organization; undefined for all of them. */
  readonly realmId: number | undefined;
  /** Whether the event at this place was erased later. Such an event is left out, as if it had never existed. */
  readonly isErased: (event: Pick<StoredEvent, 'stream' | 'revision'>) => boolean;
};

/** Whether the event is about presence or typing. A log keeps only the newest such events, and an export none. */
export const isEphemeral = ({ stream }: Pick<StoredEvent, 'stream'>): boolean => partsOf(stream)?.kind === 'ephemeral';

export const scoped = (history: History, { realmId, isErased }: Scope): History => ({
  async *readAll(after) {
    for await (const event of history.readAll(after))
      if (!isEphemeral(event) && !isErased(event) && isOf(event, realmId)) yield event;
  },
});

/** Whether an event belongs to an organization, or names it. */
export function isOf(event: StoredEvent, realmId: number | undefined): boolean {
  if (realmId === undefined) return true;
  const parts = partsOf(event.stream);
  return parts?.kind === 'server' ? (recordedIn(event)?.includes(realmId) ?? false) : parts?.realmId === realmId;
}
