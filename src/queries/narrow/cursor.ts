/**
 * Ordered message ids with seeking: the common interface of index scans, unions and intersections. A cursor moves in one
 * direction and never goes back.
 */
import { type MessageDocument, messages } from '../../../projections/messages.ts';
import type { ReadModel } from '../../define/projection.ts';
import type { Key, Range, ReadView } from '../../ports/read-store.ts';
import { type IdSpans, spanWith } from '../../vocabulary/id-spans.ts';

export type Direction = 'ascending' | 'descending';

/** The first id that does not precede a place; undefined at the end. */
type Found = number | undefined;

export type Cursor = {
  /**
   * Seeking the returned id again returns it again. Most seeks end within the page that was read before, and an intersection makes
   * thousands of them. Those are answered without a promise.
   */
  seek(at: number): Promise<Found> | Found;
};

/** Whether `a` comes before `b`. */
export const precedes = (direction: Direction, a: number, b: number): boolean =>
  direction === 'ascending' ? a < b : a > b;

export const next = (direction: Direction, id: number): number => (direction === 'ascending' ? id + 1 : id - 1);

/** A range of an index: keys that begin with `prefix` and end with a message id from `from` to `to`, both inclusive. */
export type Scan = {
  /** Absent for messages. */
  readonly model?: ReadModel<object>;
  readonly index: string;
  readonly prefix: readonly Key[];
  readonly from?: number;
  readonly to?: number;
  /** Ids that are left out. Only a cursor leaves them out. */
  readonly skip?: IdSpans;
};

const pageMin = 8;
const pageMax = 256;

/** The rest of the scan from `at` on. Undefined if nothing is left. */
function rangeFrom(scan: Scan, direction: Direction, at: number, limit: number): Range | undefined {
  const ascending = direction === 'ascending';
  const from = ascending ? Math.max(at, scan.from ?? 0) : (scan.from ?? 0);
  const to = ascending ? scan.to : Math.min(at, scan.to ?? Number.POSITIVE_INFINITY);
  if (to !== undefined && from > to) return undefined;
  return {
    prefix: scan.prefix,
    ...(from > 0 ? { from } : {}),
    ...(to === undefined || to === Number.POSITIVE_INFINITY ? {} : { to }),
    ...(ascending ? {} : { reverse: true }),
    limit,
  };
}

/** Reads the documents of one scan, without a cursor. */
export async function documentsFrom(
  view: ReadView,
  scan: Scan,
  direction: Direction,
  at: number,
  limit: number,
): Promise<MessageDocument[]> {
  const range = rangeFrom(scan, direction, at, limit);
  return range ? view.scan(messages, scan.index, range) : [];
}

/**
 * Reads a scan page by page. Pages grow while targets are near each other, and start small again after a far seek. `expected`: the number of
 * ids that the caller expects to read.
 */
export function indexCursor(view: ReadView, scan: Scan, direction: Direction, expected: number): Cursor {
  let page = Math.min(Math.max(expected, 1), pageMax);
  let ids: number[] = [];
  let position = 0;
  let ended = false;

  function seek(at: number): Promise<Found> | Found {
    const { skip } = scan;
    const buffered = bufferedFrom(at);
    if (skip && (buffered === undefined || spanWith(skip, buffered))) return seekPast(skip, at);
    return buffered !== undefined || ended ? buffered : read(at);
  }

  async function seekPast(skip: IdSpans, at: number): Promise<Found> {
    let id = await read(at);
    for (let span = id && spanWith(skip, id); span; span = id && spanWith(skip, id))
      id = await read(next(direction, direction === 'ascending' ? span[1] : span[0]));
    return id;
  }

  async function read(at: number): Promise<Found> {
    const buffered = bufferedFrom(at);
    if (buffered !== undefined || ended) return buffered;
    page = nextPage(at);
    const range = rangeFrom(scan, direction, at, page);
    const keys = range ? await view.scanKeys(scan.model ?? messages, scan.index, range) : [];
    ids = keys.map((key) => key.at(-1) as number);
    position = 0;
    ended = keys.length < page;
    return ids[0];
  }

  /** A target near the last page suggests sequential reading, which larger pages serve. A far target suggests that few ids are needed. */
  function nextPage(at: number): number {
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) return page;
    const isNear = Math.abs(at - last) <= Math.max(Math.abs(last - first), 1);
    return isNear ? Math.min(2 * page, pageMax) : pageMin;
  }

  function bufferedFrom(at: number): number | undefined {
    for (; position < ids.length; position += 1) {
      const id = ids[position] as number;
      if (!precedes(direction, id, at)) return id;
    }
    return undefined;
  }

  return { seek };
}
