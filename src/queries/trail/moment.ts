/** Moments of an organization: after an event, after a position, or after everything up to a time. */
import { isErased } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { Millis } from '../../vocabulary/ids.ts';
import type { Moment as NamedMoment } from '../../vocabulary/moment.ts';
import type { Moment } from './filter.ts';
import { documentAt, documentOf, lastAtOrBefore } from './select.ts';

/** Undefined if the organization has no such event, or the log has no such position. */
export async function momentIn(view: ReadView, realmId: number, named: NamedMoment): Promise<Moment | undefined> {
  switch (named.kind) {
    case 'time':
      return { at: named.at, position: await positionAt(view, realmId, named.at) };
    case 'position': {
      if (named.position > view.checkpoint.position) return undefined;
      const last = await lastAtOrBefore(view, realmId, named.position);
      return { position: named.position, at: last?.at ?? 0 };
    }
    case 'event': {
      const found = await documentOf(view, realmId, named.id);
      if (!found) return undefined;
      if (!isErased(found)) return { position: found.position, at: found.at };
      return { at: found.erasedAt, position: await positionAt(view, realmId, found.erasedAt) };
    }
  }
}

/**
 * The position of the last event that is not later than `at`; `after` if there is no such event after that position. Times increase along
 * the log.
 */
export async function positionAt(view: ReadView, realmId: number, at: Millis, after = 0): Promise<number> {
  let [low, high] = [after, view.checkpoint.position];
  // Everything up to `low` is not later than `at`; everything after `high` is later.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const found = await documentAt(view, realmId, middle);
    if (!found || found.at > at) high = middle - 1;
    else low = Math.min(found.position, high);
  }
  return low;
}
