/** What is sent next to a sink: events of the trail after a place, and the records of events that were claimed. */
import type { ReadView } from '../ports/read-store.ts';
import { eventsAfter } from '../queries/sinks.ts';
import type { EventReader } from '../queries/trail/names.ts';
import { Records } from '../queries/trail/records.ts';
import { documentOf, type Selected } from '../queries/trail/select.ts';
import type { Sink } from '../state/sinks.ts';
import type { SinkProgress } from '../vocabulary/events/sinks.ts';
import type { EventId, RealmId } from '../vocabulary/ids.ts';
import { sinkBatchBytesMax } from '../vocabulary/limits.ts';
import { formatOf } from './formats.ts';

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

/** Records that are made at once. */
const atOnce = 10;

/** The events that come next, up to a position, as many as fit into one request. Undefined: there are none. */
export async function nextBatch(parts: BatchParts, position: number): Promise<Batch | undefined> {
  const { view, realmId, sink } = parts;
  const from = sink.progress.upTo;
  const found = await eventsAfter(view, realmId, sink, from, { position });
  const records = recordsOf(parts);
  const items: string[] = [];
  let bytes = 0;
  for (let at = 0; at < found.length && bytes <= sinkBatchBytesMax; at += atOnce) {
    for (const item of await itemsOf(parts, records, found.slice(at, at + atOnce), items.length)) {
      bytes += Buffer.byteLength(item) + 1;
      if (items.length > 0 && bytes > sinkBatchBytesMax) break;
      items.push(item);
    }
  }
  if (items.length === 0) return undefined;
  const taken = found.slice(0, items.length);
  const claim = { events: taken.map(({ eventId }) => eventId as EventId), upTo: taken.reduce(placeAfter, from) };
  return { claim, body: bodyOf(items) };
}

/** The batch that was claimed before: the same events under the same numbers, as the trail tells of them now. */
export async function claimedBatch(parts: BatchParts, claim: Claim): Promise<Batch> {
  const records = recordsOf(parts);
  const items: string[] = [];
  for (let at = 0; at < claim.events.length; at += atOnce) {
    const ids = claim.events.slice(at, at + atOnce);
    const documents = await Promise.all(
      ids.map(async (id) => (await documentOf(parts.view, parts.realmId, id)) ?? { eventId: id }),
    );
    items.push(...(await itemsOf(parts, records, documents, items.length)));
  }
  return { claim, body: bodyOf(items) };
}

const recordsOf = ({ view, realmId, events }: BatchParts): Records =>
  new Records(view, realmId, { events, content: false });

const bodyOf = (items: readonly string[]): string => `[${items.join(',')}]`;

/** `before`: how many of the batch come before. */
function itemsOf(
  { sink, source }: BatchParts,
  records: Records,
  documents: readonly (Selected | { readonly eventId: string })[],
  before: number,
): Promise<string[]> {
  const { item } = formatOf(sink.format);
  return Promise.all(
    documents.map(async (document, index) => {
      const sequence = sink.progress.sequence + 1 + before + index;
      const record = 'realmId' in document ? await records.of(document) : undefined;
      return JSON.stringify(item({ id: document.eventId, sequence, record }, source));
    }),
  );
}

/** What is erased later, and was sent before, is not sent again: erased events are found by their time. */
function placeAfter(before: Place, document: Selected): Place {
  const isGone = 'erasedAt' in document;
  const at = isGone ? document.erasedAt : document.at;
  return {
    position: isGone ? before.position : document.position,
    ...(at < before.at ? { at: before.at, eventId: before.eventId } : { at, eventId: document.eventId }),
  };
}
