/**
 * The values that the fields of an event had before it. Most events contain them; for others they are found in earlier events of the
 * object.
 */
import { isErased } from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { EventType, Recorded } from '../../vocabulary/events/index.ts';
import type { Fields, ObjectType, TrailRow } from '../../vocabulary/trail/row.ts';
import { actionOf, actions, rowOf } from '../../vocabulary/trail/table.ts';
import type { EventReader } from './names.ts';
import { trailPage } from './select.ts';

/** How many earlier events are searched. A field that none of them set is null. */
const stepsMax = 500;
const stepSize = 20;

/** The types of events that set fields of such an object. */
const settersOf = (objectType: ObjectType): EventType[] =>
  actions.filter((one) => one.objectType === objectType && rowOf(one.event)?.after).map(({ event }) => event);

/** Undefined if the event does not contain the values, so that earlier events are searched. */
export const previousValuesIn = (event: Recorded, row: TrailRow, after: Fields | null): Fields | null | undefined =>
  row.before ? row.before(event.data) : row.begins || !after ? null : undefined;

export async function fieldsBefore(
  view: ReadView,
  events: EventReader,
  event: Recorded,
  row: TrailRow,
  after: Fields | null,
): Promise<Fields | null> {
  const inEvent = previousValuesIn(event, row, after);
  if (inEvent !== undefined || !after) return inEvent ?? null;
  const objectType = actionOf(event.type)?.objectType;
  if (!objectType) return null;
  const missing = new Set(Object.keys(after));
  const found: Record<string, unknown> = Object.fromEntries([...missing].map((name) => [name, null]));
  const filter = {
    objects: [{ type: objectType, id: row.object(event) }],
    events: settersOf(objectType),
    until: { position: event.position - 1, at: -1 },
  };
  let from: Awaited<ReturnType<typeof trailPage>>['next'];
  for (let steps = 0; missing.size > 0 && steps < stepsMax; steps += stepSize) {
    const page = await trailPage(view, event.realmId, filter, { direction: 'descending', limit: stepSize, from });
    for (const document of page.found) {
      if (isErased(document)) continue;
      const [earlier] = await events(document.stream, document.revision, 1);
      const set = earlier?.revision === document.revision ? rowOf(earlier.type)?.after?.(earlier.data) : undefined;
      for (const name of missing)
        if (set && Object.hasOwn(set, name)) {
          found[name] = set[name];
          missing.delete(name);
        }
    }
    if (!page.next) break;
    from = page.next;
  }
  return found;
}
