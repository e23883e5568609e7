/**
 * Pages of the trail. Events in the log are found by their keys in log order, and erased events by their keys in the order of time. Both
 * are merged by time. The cost of a page is bounded by its matches, and by how often the keys of different conditions alternate.
 */
import {
  type ErasedDocument,
  erasedTrail,
  everyEvent,
  isErased,
  type TrailDocument,
  trail,
  trailDocumentId,
  trailEventId,
  trailEvents,
} from '../../../projections/trail.ts';
import type { ReadView } from '../../ports/read-store.ts';
import type { Millis } from '../../vocabulary/ids.ts';
import { trailKey } from '../../vocabulary/trail/keys.ts';
import { type Cursor, type Direction, indexCursor, next, precedes } from '../narrow/cursor.ts';
import { intersection } from '../narrow/intersection.ts';
import { listCursor, without } from '../narrow/list-cursor.ts';
import { union } from '../narrow/union.ts';
import { type Alternatives, conditionsOf, type TrailCursor, type TrailFilter } from './filter.ts';

export type Selected = TrailDocument | ErasedDocument;

/** `last`: how far the trail was read. `next`: the same, if there is more to read. */
export type TrailPage = {
  readonly found: readonly Selected[];
  readonly last: TrailCursor;
  readonly next: TrailCursor | undefined;
};

/** Greater than every position and every time. */
const end = Number.MAX_SAFE_INTEGER;

type Reading = {
  readonly view: ReadView;
  readonly realmId: number;
  readonly direction: Direction;
  /** How many events are expected. */
  readonly page: number;
};

/** The positions of events in the log that match the filter. */
export function positionsOf({ view, realmId, direction, page }: Reading, filter: TrailFilter): Cursor {
  const keyed = (key: string): Cursor =>
    indexCursor(view, { model: trail, index: 'byKey', prefix: [realmId, key] }, direction, page);
  const oneOf = (keys: Alternatives): Cursor =>
    keys.length === 1 ? keyed(keys[0] ?? '') : union(keys.map(keyed), direction);
  const { objects, moves, ...others } = filter;
  const conditions = conditionsOf(others).map(oneOf);
  if (objects) {
    const about = oneOf(objects.map(trailKey.object));
    const named = moves ? without(about, moves.late, direction) : about;
    conditions.unshift(moves ? union([named, listCursor(moves.positions, direction)], direction) : named);
  }
  if (filter.search) {
    const words = filter.search.words.map((word) => keyed(trailKey.word(word)));
    conditions.push(union([intersection(words, direction), ...filter.search.orKeys.map(keyed)], direction));
  }
  if (conditions.length > 1) return intersection(conditions, direction);
  return conditions[0] ?? keyed(everyEvent);
}

/** Both bounds are inclusive. */
type Bounds = { readonly from: number; readonly to: number };

const positionBounds = ({ since, until }: TrailFilter): Bounds => ({
  from: (since?.position ?? -1) + 1,
  to: until?.position ?? end,
});

/** The event in the log at the position, or the next one after it. */
export const documentAt = (view: ReadView, realmId: number, position: number): Promise<TrailDocument | undefined> =>
  firstIn(view, realmId, { from: position });

/** The last event of the organization in the log, up to a position. */
export const lastAtOrBefore = (view: ReadView, realmId: number, position: number): Promise<TrailDocument | undefined> =>
  firstIn(view, realmId, { to: position, reverse: true });

async function firstIn(
  view: ReadView,
  realmId: number,
  range: { readonly from: number } | { readonly to: number; readonly reverse: true },
): Promise<TrailDocument | undefined> {
  const [key] = await view.scanKeys(trail, 'byKey', { prefix: [realmId, everyEvent], ...range, limit: 1 });
  return key && view.get(trail, trailDocumentId(realmId, Number(key.at(-1))));
}

/** The events in the log one after the other. `after`: the last event that was already read. */
async function* inLog(reading: Reading, filter: TrailFilter, after: number | undefined): AsyncGenerator<TrailDocument> {
  const { view, realmId, direction } = reading;
  const { from, to } = positionBounds(filter);
  const cursor = positionsOf(reading, filter);
  const hidden = new Set(filter.hidden?.map(trailKey.event));
  const first = direction === 'ascending' ? from : to;
  let at = after === undefined ? first : next(direction, after);
  if (precedes(direction, at, first)) at = first;
  for (;;) {
    const ids: string[] = [];
    // One more event than the page shows whether there is another page.
    while (ids.length <= reading.page && at >= 0) {
      const position = await cursor.seek(at);
      if (position === undefined || position < from || position > to) break;
      ids.push(trailDocumentId(realmId, position));
      at = next(direction, position);
    }
    for (const document of await view.getMany(trail, ids))
      if (document && !document.keys.some((key) => hidden.has(key))) yield document;
    if (ids.length <= reading.page) return;
  }
}

/** The newest matching events in the log, without erased events. */
export async function newestInLog(
  view: ReadView,
  realmId: number,
  filter: TrailFilter,
  limit: number,
): Promise<readonly TrailDocument[]> {
  const found: TrailDocument[] = [];
  const reading: Reading = { view, realmId, direction: 'descending', page: smallPage };
  for await (const document of inLog(reading, filter, undefined)) {
    found.push(document);
    if (found.length >= limit) break;
  }
  return found;
}

/** The events with these ids, in their order, including erased ones. */
export async function documentsOf(
  view: ReadView,
  realmId: number,
  eventIds: readonly string[],
): Promise<(Selected | undefined)[]> {
  const ids = eventIds.map((id) => trailEventId(realmId, id));
  const found = await view.getMany(trailEvents, ids);
  const inLog = found.flatMap((one) => (one && !isErased(one) ? [trailDocumentId(realmId, one.placedAt)] : []));
  const documents = (await view.getMany(trail, inLog)).values();
  return found.map((one) => (!one || isErased(one) ? one : documents.next().value));
}

export const documentOf = async (view: ReadView, realmId: number, eventId: string): Promise<Selected | undefined> =>
  (await documentsOf(view, realmId, [eventId]))[0];

const erasedPage = 64;
/** The size of a page if few events are needed: for `newestInLog`, and for each key of a search. */
const smallPage = 8;

/** An erased event in the order of time. */
type ErasedPlace = { readonly at: number; readonly eventId: string };

/** The erased events one after the other. */
async function* erased(
  reading: Reading,
  filter: TrailFilter,
  after: ErasedPlace | undefined,
): AsyncGenerator<ErasedDocument> {
  const conditions = conditionsOf(filter);
  // Erased events no longer have a client, a request, a cause or names. Those that a legal hold keeps have words.
  if (filter.client ?? filter.requestId ?? filter.causedBy) return;
  const [leading = everyEvent] = conditions.find((keys) => keys.length === 1) ?? [];
  const keys = filter.search ? filter.search.heldKeys : [leading];
  const bounds: Bounds = { from: (filter.since?.at ?? -1) + 1, to: filter.until?.at ?? end };
  const ofEach = keys.map((key) => erasedWith(reading, key, bounds, after, filter.search ? smallPage : erasedPage));
  for await (const one of merged(ofEach, reading.direction))
    if (conditions.every((alternatives) => alternatives.some((key) => one.erasedKeys.includes(key)))) yield one;
}

/** The erased events with a key. */
async function* erasedWith(
  { view, realmId, direction }: Reading,
  key: string,
  { from, to }: Bounds,
  after: ErasedPlace | undefined,
  size: number,
): AsyncGenerator<ErasedDocument> {
  const ascending = direction === 'ascending';
  let last = after;
  let limit = size;
  for (;;) {
    const bound = last
      ? ascending
        ? { from: Math.max(from, last.at), to }
        : { from, to: Math.min(to, last.at) }
      : { from, to };
    if (bound.from > bound.to) return;
    const range = { prefix: [realmId, key], ...bound, reverse: !ascending, limit };
    const page = await view.scan(erasedTrail, 'erased', range);
    const known = last;
    const fresh = known ? page.filter((one) => isAfter(one, known, ascending)) : page;
    yield* fresh;
    if (page.length < limit) return;
    // There is nothing new, because more events than fit into a page were erased in the same millisecond. The next page is larger.
    const newest = fresh.at(-1);
    limit = newest ? erasedPage : 4 * limit;
    if (newest) last = { at: newest.erasedAt, eventId: newest.eventId };
  }
}

/** Merges the events of all generators, each of which has this direction. */
async function* merged(
  generators: readonly AsyncGenerator<ErasedDocument>[],
  direction: Direction,
): AsyncGenerator<ErasedDocument> {
  const ascending = direction === 'ascending';
  const heads = await Promise.all(generators.map((generator) => generator.next()));
  for (;;) {
    let first: number | undefined;
    let next: ErasedDocument | undefined;
    for (const [at, { done, value }] of heads.entries()) {
      if (done) continue;
      if (next && isAfter(value, { at: next.erasedAt, eventId: next.eventId }, ascending)) continue;
      [first, next] = [at, value];
    }
    const generator = first === undefined ? undefined : generators[first];
    if (first === undefined || !next || !generator) return;
    yield next;
    heads[first] = await generator.next();
  }
}

/** The erased events of a time range, newest first. Both bounds are inclusive. */
export const erasedBetween = (
  view: ReadView,
  realmId: number,
  from: Millis,
  to: Millis = end,
): AsyncGenerator<ErasedDocument> =>
  erased(
    { view, realmId, direction: 'descending', page: erasedPage },
    { since: { position: 0, at: from - 1 }, until: { position: end, at: to } },
    undefined,
  );

function isAfter(one: ErasedDocument, last: ErasedPlace, ascending: boolean): boolean {
  if (one.eventId === last.eventId) return false;
  const isLater = one.erasedAt === last.at ? one.eventId > last.eventId : one.erasedAt > last.at;
  return isLater === ascending;
}

/** The cursor at which reading begins. */
const beginning = (direction: Direction): TrailCursor => ({
  position: direction === 'ascending' ? 0 : end,
  at: direction === 'ascending' ? 0 : end,
  eventId: '',
});

/** Whether a page of this log may have ended at the cursor. */
export const isOfLog = ({ checkpoint }: ReadView, { position }: TrailCursor): boolean =>
  position <= checkpoint.position || position === end;

export async function trailPage(
  view: ReadView,
  realmId: number,
  filter: TrailFilter,
  wanted: { readonly direction: Direction; readonly limit: number; readonly from?: TrailCursor | undefined },
): Promise<TrailPage> {
  const { direction, limit, from } = wanted;
  const reading: Reading = { view, realmId, direction, page: limit };
  const begun = beginning(direction);
  let cursor = from ?? begun;
  const live = inLog(reading, filter, cursor.position === begun.position ? undefined : cursor.position);
  const gone = erased(reading, filter, cursor.at === begun.at ? undefined : cursor);
  const found: Selected[] = [];
  let [one, other] = [await live.next(), await gone.next()];
  while (found.length < limit && !(one.done && other.done)) {
    const takesErased =
      !other.done &&
      (one.done === true ||
        (direction === 'ascending' ? other.value.erasedAt <= one.value.at : other.value.erasedAt > one.value.at));
    if (takesErased && !other.done) {
      found.push(other.value);
      cursor = { ...cursor, at: other.value.erasedAt, eventId: other.value.eventId };
      other = await gone.next();
    } else if (!one.done) {
      found.push(one.value);
      cursor = { ...cursor, position: one.value.position };
      one = await live.next();
    }
  }
  return { found, last: cursor, next: one.done && other.done ? undefined : cursor };
}
