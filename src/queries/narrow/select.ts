/**
 * Reads the messages of a narrow from an id on, in one direction. The cost depends on the number of matches and seeks, not on the size of
 * the history. With few places, places and filters are intersected. With many places, only the filters are intersected, or all messages are
 * read if there is no filter. Each document is checked against the conditions. The places are then used only to skip ahead after many
 * misses in a row.
 */
import type { MessageDocument } from '../../../projections/messages.ts';
import { Breaks } from '../../define/breaks.ts';
import type { ReadView } from '../../ports/read-store.ts';
import { asManyMessages, asViewed, type LookedAt } from '../as-viewed.ts';
import { messagesById } from '../by-ids.ts';
import { type MarkedViewer, openAmong, received } from '../visibility.ts';
import { matchesAll, type Resolved } from './condition.ts';
import { type Cursor, type Direction, documentsFrom, indexCursor, next, precedes, type Scan } from './cursor.ts';
import { intersection } from './intersection.ts';
import { type Plan, planFor } from './plan.ts';
import { union } from './union.ts';

/** The maximum number of places that are intersected. One seek may have to move all of them. */
const placesIntersectedMax = 16;
const batchMin = 16;
const batchMax = 256;
/** If the answer has a limited length, the first batch is small, because it shows how long the messages are. */
const firstBatchMax = 100;
/** After this many misses, the places are searched for the id to continue at. That costs about as much as two candidates for each place. */
const missesMax = ({ places }: Plan): number => Math.max(64, 2 * places.length);

type Page = {
  readonly direction: Direction;
  readonly from: number;
  readonly limit: number;
  /** Called for each match, in order. If it returns false, that match and all later ones are left out. */
  readonly hasRoomFor?: (message: MessageDocument) => boolean;
};

/** The messages of a narrow that the viewer may see. It can be used repeatedly. */
export type Selection = {
  /** At most `limit` messages, starting at id `from`, in the given direction. */
  take(page: Page): Promise<MessageDocument[]>;
  /** The messages among `ids` that match the narrow. */
  among(ids: readonly number[]): Promise<MessageDocument[]>;
};

/**
 * `lookedAt` is called for each batch of candidates that are compared with the narrow: with their number, and more if long texts are searched
 * or, in a stream that the viewer left, are read and not shown.
 */
export function selectionOf(
  view: ReadView,
  viewer: MarkedViewer,
  resolved: Resolved,
  lookedAt: LookedAt = () => undefined,
): Selection {
  const plan = planFor(viewer, resolved);
  const isSearch = resolved.conditions.some(({ kind }) => kind === 'search');
  const costOf = (message: MessageDocument): number =>
    isSearch || viewer.left.has(message.channelId ?? 0) ? asManyMessages(message) : 1;
  const isOpen = ({ channelId }: MessageDocument): boolean =>
    channelId !== undefined && plan.openHistory.has(channelId);

  const matching = async (found: readonly MessageDocument[]): Promise<MessageDocument[]> => {
    lookedAt(found.reduce((sum, message) => sum + costOf(message), 0));
    const viewed = await asViewed(view, viewer, found, lookedAt);
    const breaks = new Breaks();
    const wanted: MessageDocument[] = [];
    for (const message of viewed) {
      if (matchesAll(viewer, resolved.conditions, message)) wanted.push(message);
      // Searching a long text takes most of a millisecond.
      if (breaks.isDue) await breaks.take();
    }
    const isStillOpen = plan.use === 'never' ? await openAmong(view, viewer, wanted) : () => false;
    return wanted.filter((message) => received(viewer, message) || isOpen(message) || isStillOpen(message));
  };

  const among = async (ids: readonly number[]): Promise<MessageDocument[]> => {
    const valid = ids.filter(Number.isSafeInteger);
    const found = valid.length === 0 ? [] : await messagesById(view, viewer.realmId, valid);
    const present = found.filter((message) => message !== undefined);
    return matching(present);
  };

  return {
    among,
    async take(page) {
      const { direction, from, limit, hasRoomFor = () => true } = page;
      if (limit <= 0) return [];
      const taken: MessageDocument[] = [];
      /** Returns false if no more messages are wanted. */
      const add = (hits: readonly MessageDocument[]): boolean => {
        for (const hit of hits) {
          if (taken.length >= limit || !hasRoomFor(hit)) return false;
          taken.push(hit);
        }
        return taken.length < limit;
      };
      if (plan.ids) {
        add(await among(plan.ids.filter((id) => !precedes(direction, id, from))));
        return taken;
      }
      const source = sourceOf(view, viewer, plan, page);
      let at: number | undefined = from;
      let misses = 0;
      const first = page.hasRoomFor ? Math.min(limit, firstBatchMax) : limit;
      for (let size = first; at !== undefined; size = Math.max(2 * size, batchMin)) {
        const batch: Batch = await source.batch(at, Math.min(size, batchMax));
        const hits = await matching(batch.documents);
        if (!add(hits)) break;
        misses = hits.length > 0 ? 0 : misses + batch.documents.length;
        at = batch.next;
        if (at !== undefined && misses >= missesMax(plan)) {
          misses = 0;
          at = await source.afterMisses(at);
        }
      }
      return taken;
    },
  };
}

type Batch = { readonly documents: readonly MessageDocument[]; readonly next: number | undefined };

type Source = {
  /** Candidates from id `at` on. `next` is the id to continue at; undefined at the end. */
  batch(at: number, size: number): Promise<Batch>;
  /** The id to continue at after many misses; undefined if no match can follow. */
  afterMisses(at: number): Promise<number | undefined>;
};

function sourceOf(view: ReadView, viewer: MarkedViewer, plan: Plan, { direction, limit }: Page): Source {
  const unionOf = (scans: readonly Scan[]): Cursor => {
    const page = Math.ceil((2 * limit) / Math.max(scans.length, 1));
    return union(
      scans.map((scan) => indexCursor(view, scan, direction, page)),
      direction,
    );
  };
  const filtersNow = (): readonly Cursor[] => {
    const all = plan.filtersNow.map(unionOf);
    if (all.length === 0 || plan.changed.length === 0) return all;
    return [union([intersection(all, direction), unionOf(plan.changed)], direction)];
  };
  const places = unionOf(plan.places);
  const hasManyPlaces = plan.use === 'if-few' && plan.places.length > placesIntersectedMax;
  const afterMisses = async (at: number) => (hasManyPlaces ? places.seek(at) : at);

  const [only] = plan.places;
  const hasFilters = plan.filters.length > 0 || plan.filtersNow.length > 0;
  if (only && plan.places.length === 1 && !hasFilters && !only.skip)
    return singleSource(view, only, direction, afterMisses);
  if (hasManyPlaces && !hasFilters) {
    const everything = { index: 'byRealm', prefix: [viewer.realmId] };
    return singleSource(view, everything, direction, afterMisses);
  }
  const filters = [...plan.filters.map(unionOf), ...filtersNow()];
  const cursor = intersection(hasManyPlaces || plan.use === 'never' ? filters : [places, ...filters], direction);
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
      const found = await messagesById(view, viewer.realmId, ids);
      const documents = found.filter((message) => message !== undefined);
      return { documents, next: last !== undefined && ids.length === size ? next(direction, last) : undefined };
    },
    afterMisses,
  };
}

/** A single scan: its documents are read directly, without a cursor. */
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
