/** The number of events of each action in each time range. */
import { trail } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { limits } from '../../vocabulary/limits.ts';
import { trailKey } from '../../vocabulary/trail/keys.ts';
import { actions } from '../../vocabulary/trail/table.ts';
import { conditionsOf, type Moment, type TrailFilter } from './filter.ts';
import { positionsOf } from './select.ts';

export type TimeRange = { readonly since: Moment; readonly until: Moment };
/** `complete`: whether all counts are exact. Otherwise some are lower bounds. */
export type Counts = { readonly counts: readonly Readonly<Record<string, number>>[]; readonly complete: boolean };

/** Erased events are not counted. */
export async function countsOf(
  view: ReadView,
  realmId: number,
  filter: TrailFilter,
  ranges: readonly TimeRange[],
): Promise<Counts> {
  const { events: wanted, ...others } = filter;
  const isPlain = conditionsOf(others).length === 0 && !others.search;
  const counts = ranges.map((): Record<string, number> => ({}));
  let left = limits.countedEventsMax;
  for (const { action, event } of actions) {
    if ((wanted && !wanted.includes(event)) || filter.hidden?.includes(event)) continue;
    const cursor = isPlain
      ? undefined
      : positionsOf({ view, realmId, direction: 'ascending', page: 64 }, { ...others, events: [event] });
    for (const [index, { since, until }] of ranges.entries()) {
      const [from, to] = [since.position + 1, until.position];
      if (from > to) continue;
      let count = 0;
      if (cursor) {
        for (let at = from; count < left; count += 1) {
          const position = await cursor.seek(at);
          if (position === undefined || position > to) break;
          at = position + 1;
        }
      } else
        count = await view.count(trail, 'byKey', { prefix: [realmId, trailKey.event(event)], from, to, limit: left });
      left -= count;
      const into = counts[index];
      if (into && count > 0) into[action] = (into[action] ?? 0) + count;
      if (left <= 0) return { counts, complete: false };
    }
  }
  return { counts, complete: true };
}
