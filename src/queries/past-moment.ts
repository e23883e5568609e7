/** Finds the event at which a moment of an organization ends, so that the organization can be shown at that moment. */
import { isErased, type TrailDocument, trail } from '../../projections/trail.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { EventId, Millis, RealmId } from '../vocabulary/ids.ts';
import type { Moment } from '../vocabulary/moment.ts';
import { trailKey } from '../vocabulary/trail/keys.ts';
import { type EventInLog, type HeldMessages, heldEvent, lastInLog } from './trail/held-events.ts';
import { positionAt } from './trail/moment.ts';
import { documentAt, documentOf } from './trail/select.ts';

/** The last event of the organization in the log before the moment ends. `now`: the time of day at the moment. */
export type PastMoment = {
  readonly position: number;
  readonly eventId: EventId;
  readonly at: Millis;
  readonly now: Millis;
};

/** Why there is no such moment. */
export type NoMoment = 'future' | 'before' | 'import' | 'unknown';

/** `now`: the time that an event would have if it were appended now. */
export async function pastMomentOf(
  view: ReadView,
  realmId: RealmId,
  moment: Moment,
  now: Millis,
  held: HeldMessages,
): Promise<PastMoment | NoMoment> {
  const first = await documentAt(view, realmId, 0);
  if (!first) return 'before';
  // Imported events have times from before the import. Only the times of later events increase along the log.
  const imported = await importEndOf(view, realmId);
  const begin = imported ?? first;
  const ending = (last: EventInLog | undefined, at?: Millis): PastMoment | NoMoment => {
    if (!last || last.position < first.position) return 'before';
    if (last.position < begin.position) return 'import';
    return { position: last.position, eventId: last.eventId, at: last.at, now: at ?? last.at };
  };
  const atTime = async (at: Millis): Promise<PastMoment | NoMoment> => {
    if (at > now) return 'future';
    if (at < first.at) return 'before';
    if (at < begin.at) return 'import';
    const position = await positionAt(view, realmId, at, begin.position);
    return ending(await lastInLog(view, realmId, { position, at }, held), at);
  };
  if (moment.kind === 'time') return atTime(moment.at);
  if (moment.kind === 'position') {
    if (moment.position > view.checkpoint.position) return 'future';
    return ending(await lastInLog(view, realmId, { position: moment.position }, held));
  }
  const found = await documentOf(view, realmId, moment.id);
  if (!found) return 'unknown';
  if (!isErased(found)) return ending(found);
  const kept = await heldEvent(realmId, found, held);
  return kept ? ending(kept) : atTime(found.erasedAt);
}

async function importEndOf(view: ReadView, realmId: RealmId): Promise<TrailDocument | undefined> {
  const prefix = [realmId, trailKey.event('ImportFinished')];
  const [last] = await view.scanKeys(trail, 'byKey', { prefix, reverse: true, limit: 1 });
  return last && documentAt(view, realmId, Number(last.at(-1)));
}
