/**
 * The messages of a narrow, from an id on, in one direction. Cost is bounded by what is found and what is jumped over: places
 * and filters are intersected by jumping; where the places are many, the filters lead (or all messages, where nothing is
 * filtered), each document is held against the conditions, and only a long run of misses asks the places how far to jump.
 */
import { type MessageDocument, messageDocumentId, messages } from '../../../projections/messages.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { received, type Viewer } from '../visibility.ts';
import { matchesAll, type Resolved } from './condition.ts';
import { type Cursor, type Direction, documentsFrom, IndexCursor, next, precedes, type Scan } from './cursor.ts';
import { Intersection } from './intersection.ts';
import { type Plan, planFor } from './plan.ts';
import { Union } from './union.ts';

/** Up to so many places take part in the intersection; each jump may move all of them. */
const placesIntersectedMax = 16;
const batchMin = 16;
const batchMax = 256;
/** After so many candidates without a hit it pays to ask the places; asking costs about two candidates for each of them. */
const missesMax = ({ places }: Plan): number => Math.max(64, 2 * places.length);

export type Stretch = { readonly direction: Direction; readonly from: number; readonly limit: number };

/** What the narrow means for the viewer: asked as often as need be. */
export type Selection = {
  /** At most `limit` messages at `from` or beyond, in the order of the direction. */
  take(stretch: Stretch): Promise<MessageDocument[]>;
  /** Those of `ids` that the narrow means. */
  among(ids: readonly number[]): Promise<MessageDocument[]>;
};

export function selectionOf(view: ReadView, viewer: Viewer, resolved: Resolved): Selection {
  const plan = planFor(viewer, resolved);
  const isMeant = (message: MessageDocument): boolean =>
    (received(viewer, message) || (message.channelId !== undefined && plan.openHistory.has(message.channelId))) &&
    matchesAll(viewer, resolved.conditions, message);

  const among = async (ids: readonly number[]): Promise<MessageDocument[]> => {
    const valid = ids.filter(Number.isSafeInteger).map((id) => messageDocumentId(viewer.realmId, id));
    const found = valid.length === 0 ? [] : await view.getMany(messages, valid);
    return found.filter((message) => message !== undefined).filter(isMeant);
  };

  return {
    among,
    async take(stretch) {
      const { direction, from, limit } = stretch;
      if (limit <= 0) return [];
      if (plan.ids) {
        const found = await among(plan.ids.filter((id) => !precedes(direction, id, from)));
        return found.slice(0, limit);
      }
      const source = sourceOf(view, viewer, plan, stretch);
      const meant: MessageDocument[] = [];
      let at: number | undefined = from;
      let misses = 0;
      for (let size = limit; at !== undefined && meant.length < limit; size = Math.max(2 * size, batchMin)) {
        const batch: Batch = await source.batch(at, Math.min(size, batchMax));
        const hits = batch.documents.filter(isMeant);
        meant.push(...hits);
        misses = hits.length > 0 ? 0 : misses + batch.documents.length;
        at = batch.next;
        if (at !== undefined && misses >= missesMax(plan)) {
          misses = 0;
          at = await source.afterMisses(at);
        }
      }
      return meant.slice(0, limit);
    },
  };
}

type Batch = { readonly documents: readonly MessageDocument[]; readonly next: number | undefined };

type Source = {
  /** The candidates at `at` or beyond; `next`: where to go on, undefined at the end. */
  batch(at: number, size: number): Promise<Batch>;
  /** Where to go on after many candidates that were not meant; undefined: nothing can follow. */
  afterMisses(at: number): Promise<number | undefined>;
};

function sourceOf(view: ReadView, viewer: Viewer, plan: Plan, { direction, limit }: Stretch): Source {
  const unionOf = (scans: readonly Scan[]): Cursor => {
    const page = Math.ceil((2 * limit) / Math.max(scans.length, 1));
    return new Union(
      scans.map((scan) => new IndexCursor(view, scan, direction, page)),
      direction,
    );
  };
  const places = unionOf(plan.places);
  const areMany = plan.places.length > placesIntersectedMax;
  const afterMisses = async (at: number) => (areMany ? places.seek(at) : at);

  const [only] = plan.places;
  if (only && plan.places.length === 1 && plan.filters.length === 0)
    return singleSource(view, only, direction, afterMisses);
  if (areMany && plan.filters.length === 0) {
    const everything = { index: 'byRealm', prefix: [viewer.realmId] };
    return singleSource(view, everything, direction, afterMisses);
  }
  const filters = plan.filters.map(unionOf);
  const cursor = new Intersection(areMany ? filters : [places, ...filters], direction);
  return {
    async batch(at, size) {
      const ids: number[] = [];
      for (let target = at; ids.length < size; ) {
        const id = await cursor.seek(target);
        if (id === undefined) break;
        ids.push(id);
        target = next(direction, id);
      }
      const last = ids.at(-1);
      const found = await view.getMany(
        messages,
        ids.map((id) => messageDocumentId(viewer.realmId, id)),
      );
      const documents = found.filter((message) => message !== undefined);
      return { documents, next: last !== undefined && ids.length === size ? next(direction, last) : undefined };
    },
    afterMisses,
  };
}

/** One stretch of one index: its documents are read as they stand there. */
const singleSource = (
  view: ReadView,
  scan: Scan,
  direction: Direction,
  afterMisses: Source['afterMisses'],
): Source => ({
  async batch(at, size) {
    const documents = await documentsFrom(view, scan, direction, at, size);
    const last = documents.at(-1);
    return { documents, next: last && documents.length === size ? next(direction, last.messageId) : undefined };
  },
  afterMisses,
});
