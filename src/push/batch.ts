/** The next batch for a sink: events of the trail after a place, with the records of the claimed events. */
import { isErased } from '../../projections/trail.ts';
import type { ReadView } from '../ports/read-store.ts';
import { eventsAfter, eventsFor } from '../queries/sinks.ts';
import { previousValuesIn } from '../queries/trail/before.ts';
import type { EventReader } from '../queries/trail/names.ts';
import { Records } from '../queries/trail/records.ts';
import { documentsOf, type Selected } from '../queries/trail/select.ts';
import { aboutOf, wholeRecord } from '../queries/trail/whole-record.ts';
import type { Sink } from '../state/sinks.ts';
import type { SinkProgress } from '../vocabulary/events/sinks.ts';
import type { EventId, RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { rowOf } from '../vocabulary/trail/table.ts';
import type { TrailRecord } from '../wire/trail.ts';
import { formatOf } from './formats.ts';
import type { RecentEvent } from './recent-events.ts';

export type Place = SinkProgress['upTo'];
export type Claim = NonNullable<SinkProgress['claimed']>;
export type Batch = { readonly claim: Claim; readonly body: string };

export type BatchParts = {
  readonly view: ReadView;
  readonly events: EventReader;
  readonly realmId: RealmId;
  readonly sink: Sink;
  /** The address of the organization's trail. */
  readonly source: string;
};

/** How many records are made at a time. */
const atOnce = 10;

/** `upTo`: once the batch is sent, nothing up to this position is left. Undefined if that is unknown. */
export type Next = { readonly batch: Batch | undefined; readonly upTo: number | undefined };

/**
 * The next events up to a position, as many as fit into one request. `recent`: all events after those that the sink has received. With
 * them, the trail is not read.
 */
export async function nextBatch(parts: BatchParts, position: number, recent?: readonly RecentEvent[]): Promise<Next> {
  const { view, realmId, sink } = parts;
  const from = sink.progress.upTo;
  const found = recent
    ? wantedOf(recent, sink).slice(0, limits.sinkBatchEventsMax)
    : await eventsAfter(view, realmId, sink, from, { position });
  const records = recordsOf(parts);
  const items: string[] = [];
  let bytes = 0;
  for (let at = 0; at < found.length && bytes <= limits.sinkBatchBytesMax; at += atOnce) {
    for (const item of await itemsOf(parts, records, found.slice(at, at + atOnce), items.length)) {
      bytes += Buffer.byteLength(item) + 1;
      if (items.length > 0 && bytes > limits.sinkBatchBytesMax) break;
      items.push(item);
    }
  }
  const isAll = items.length === found.length && found.length < limits.sinkBatchEventsMax;
  if (items.length === 0) return { batch: undefined, upTo: isAll ? position : undefined };
  const taken = found.slice(0, items.length);
  const claim = { events: taken.map((one) => eventIdOf(one) as EventId), upTo: taken.reduce(placeAfter, from) };
  // If the trail was read, erased events may be left.
  const upTo = isAll ? position : recent && claim.upTo.position;
  return { batch: { claim, body: bodyOf(items) }, upTo };
}

function wantedOf(recent: readonly RecentEvent[], sink: Sink): readonly RecentEvent[] {
  const types = eventsFor(sink);
  const wanted = types && new Set(types);
  return recent.filter(({ event: { type } }) => (wanted ? wanted.has(type) : rowOf(type) !== undefined));
}

/** A batch that was claimed before: the same events under the same numbers, in their current form in the trail. */
export async function claimedBatch(parts: BatchParts, claim: Claim): Promise<Batch> {
  const records = recordsOf(parts);
  const items: string[] = [];
  for (let at = 0; at < claim.events.length; at += atOnce) {
    const ids = claim.events.slice(at, at + atOnce);
    const documents = await documentsOf(parts.view, parts.realmId, ids);
    const sent = documents.map((document, index) => document ?? { eventId: ids[index] as string });
    items.push(...(await itemsOf(parts, records, sent, items.length)));
  }
  return { claim, body: bodyOf(items) };
}

const recordsOf = ({ view, realmId, events }: BatchParts): Records =>
  new Records(view, realmId, { events, content: false });

const bodyOf = (items: readonly string[]): string => `[${items.join(',')}]`;

/** An event to send. If the trail no longer has it, only its id is left. */
type Sent = RecentEvent | Selected | { readonly eventId: string };

const eventIdOf = (sent: Sent): string => ('event' in sent ? sent.event.id : sent.eventId);

/** `before`: the number of preceding events in the batch. */
async function itemsOf(
  { sink, source }: BatchParts,
  records: Records,
  sent: readonly Sent[],
  before: number,
): Promise<string[]> {
  const { item } = formatOf(sink.format);
  const made = await Promise.all(sent.map((one) => recordOf(one, records)));
  return made.map((record, index) => {
    const sequence = sink.progress.sequence + 1 + before + index;
    return JSON.stringify(item({ id: eventIdOf(sent[index] as Sent), sequence, record }, source));
  });
}

function recordOf(sent: Sent, records: Records): TrailRecord | undefined | Promise<TrailRecord> {
  if ('event' in sent) return recentRecord(sent) ?? records.whole(sent.event);
  return 'realmId' in sent ? records.of(sent) : undefined;
}

/** Undefined if something must be read. */
function recentRecord({ event, named, index }: RecentEvent): TrailRecord | undefined {
  if (!named) return undefined;
  const about = aboutOf(event);
  const before = previousValuesIn(event, about.row, about.after);
  return before === undefined ? undefined : wholeRecord(event, about, { named, before, index, content: false });
}

/** The time never decreases. Otherwise an event that is erased after it was sent would be sent again. */
function placeAfter(before: Place, sent: RecentEvent | Selected): Place {
  const { position, at, eventId } = placeOf(before, sent);
  return { position, ...(at < before.at ? { at: before.at, eventId: before.eventId } : { at, eventId }) };
}

function placeOf(before: Place, sent: RecentEvent | Selected): Place {
  if ('event' in sent) return { position: sent.event.position, at: sent.event.metadata.at, eventId: sent.event.id };
  const { eventId } = sent;
  return isErased(sent)
    ? { position: before.position, at: sent.erasedAt, eventId }
    : { position: sent.position, at: sent.at, eventId };
}
