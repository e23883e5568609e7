/** The next batch for a sink: events of the trail after a place, with the records of the claimed events. */
import { isErased } from '../../projections/trail.ts';
import type { ReadView } from '../ports/read-store.ts';
import { eventsAfter, eventsFor } from '../queries/sinks.ts';
import { previousValuesIn } from '../queries/trail/before.ts';
import type { EventReader } from '../queries/trail/names.ts';
import { type Records, recordsIn } from '../queries/trail/records.ts';
import { documentsOf, type Selected } from '../queries/trail/select.ts';
import { aboutOf, wholeRecord } from '../queries/trail/whole-record.ts';
import { nextNumber, type Sink } from '../state/sinks.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { SinkProgress } from '../vocabulary/events/sinks.ts';
import type { EventId, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { rowOf } from '../vocabulary/trail/table.ts';
import type { TrailRecord } from '../wire/trail.ts';
import { formatOf } from './formats.ts';
import type { RecentEvent } from './recent-events.ts';

export type Place = SinkProgress['upTo'];
export type Claim = NonNullable<SinkProgress['claimed']>;
export type Batch = { readonly claim: Claim; readonly body: Buffer };

/** `source`: the address of the organization's trail. */
export type To = { readonly sink: Sink; readonly source: string };
export type BatchParts = To & {
  readonly view: ReadView;
  readonly events: EventReader;
  readonly realmId: RealmId;
};

/** How many records are read at a time. */
const atOnce = 10;

/** `upTo`: once the batch is sent, nothing up to this position is left. Undefined if that is unknown. */
export type Next = { readonly batch: Batch | undefined; readonly upTo: number | undefined };

/** The next events of the trail up to a position, as many as fit into one request. */
export async function nextBatch(parts: BatchParts, position: number): Promise<Next> {
  const { view, realmId, sink } = parts;
  const found = await eventsAfter(view, realmId, sink, sink.progress.upTo, { position });
  const [records, items] = [recordsOf(parts), itemsFor(parts)];
  for (let at = 0; at < found.length && !items.areFull(); at += atOnce)
    for (const record of await records.all(found.slice(at, at + atOnce))) items.add(record);
  // Unless these are all, erased events may be left.
  return { batch: items.batchOf(found), upTo: items.areAll(found) ? position : undefined };
}

/**
 * The same from memory. `recent`: all events up to the position after those that the sink has received. Undefined if something must be
 * read.
 */
export function recentBatch(to: To, position: number, recent: Iterable<RecentEvent>): Next | undefined {
  const types = eventsFor(to.sink);
  const wanted = types && new Set(types);
  const found: Place[] = [];
  const items = itemsFor(to);
  for (const one of recent) {
    const { event } = one;
    if (wanted ? !wanted.has(event.type) : !rowOf(event.type)) continue;
    const record = recordIn(one);
    if (!record) return undefined;
    items.add(record);
    found.push(placeIn(event));
    if (items.areFull() || found.length === limits.sinkBatchEventsMax) break;
  }
  const batch = items.batchOf(found);
  const areAll = items.areAll(found) && !items.areFull();
  return { batch, upTo: areAll ? position : batch?.claim.upTo.position };
}

/** Undefined if something must be read. */
function recordIn({ event, named, index }: RecentEvent): TrailRecord | undefined {
  if (!named) return undefined;
  const about = aboutOf(event);
  const before = previousValuesIn(event, about.row, about.after);
  return before === undefined ? undefined : wholeRecord(event, about, { named, before, index, content: false });
}

/** A batch that was claimed before: the same events under the same numbers, in their current form in the trail. */
export async function claimedBatch(parts: BatchParts, claim: Claim): Promise<Batch> {
  const records = recordsOf(parts);
  const items: Buffer[] = [];
  for (let at = 0; at < claim.events.length; at += atOnce) {
    const ids = claim.events.slice(at, at + atOnce);
    const documents = await documentsOf(parts.view, parts.realmId, ids);
    const made = await Promise.all(documents.map((document) => document && records.of(document)));
    // If the trail no longer has an event, only its id is left.
    for (const [index, record] of made.entries()) items.push(itemOf(parts, ids[index] as string, record, items.length));
  }
  return { claim, body: bodyOf(items) };
}

const recordsOf = ({ view, realmId, events }: BatchParts): Records =>
  recordsIn(view, realmId, { events, content: false });

const bodyOf = (items: readonly Buffer[]): Buffer => Buffer.concat([...items, Buffer.from(']')]);

/** An item of a JSON array, with what separates it from the item before. `before`: the number of preceding events in the batch. */
function itemOf({ sink, source }: To, id: string, record: TrailRecord | undefined, before: number): Buffer {
  const sequence = nextNumber(sink.progress) + before;
  const item = formatOf(sink.format).item({ id, sequence, record }, source);
  return Buffer.from(`${before === 0 ? '[' : ','}${JSON.stringify(item)}`);
}

/** The next events as items, as many as fit into one request. */
function itemsFor(to: To) {
  const items: Buffer[] = [];
  let bytes = 0;
  const areFull = (): boolean => bytes > limits.sinkBatchBytesMax;
  return {
    areFull,

    add(record: TrailRecord): void {
      if (areFull()) return;
      const item = itemOf(to, record.id, record, items.length);
      bytes += item.length;
      if (items.length === 0 || !areFull()) items.push(item);
    },

    areAll: (found: readonly unknown[]): boolean =>
      items.length === found.length && found.length < limits.sinkBatchEventsMax,

    /** Undefined without events. `found`: the places of the events, and maybe of later ones. */
    batchOf(found: readonly (Place | Selected)[]): Batch | undefined {
      const taken = found.slice(0, items.length);
      if (taken.length === 0) return undefined;
      const events = taken.map(({ eventId }) => eventId as EventId);
      return { claim: { events, upTo: taken.reduce(placeAfter, to.sink.progress.upTo) }, body: bodyOf(items) };
    },
  };
}

const placeIn = ({ id: eventId, position, metadata: { at } }: Recorded): Place => ({ position, at, eventId });

/** The time never decreases. Otherwise an event that is erased after it was sent would be sent again. */
function placeAfter(before: Place, sent: Place | Selected): Place {
  const { position, at } = isErased(sent) ? { position: before.position, at: sent.erasedAt } : sent;
  return { position, ...(at < before.at ? { at: before.at, eventId: before.eventId } : { at, eventId: sent.eventId }) };
}
