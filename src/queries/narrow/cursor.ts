/**
 * Message ids in order, found by jumping: what scans of indexes, their unions and their intersections have in common. A cursor
 * runs in one direction; what it has jumped over it never gives again.
 */
import { type MessageDocument, messages } from '../../../projections/messages.ts';
import type { Key, Range, ReadView } from '../../ports/read-store.ts';

export type Direction = 'ascending' | 'descending';

export type Cursor = {
  /** The first id at `at` or beyond, as the direction goes. The same answer until asked for one beyond it. */
  seek(at: number): Promise<number | undefined>;
};

/** Whether `a` comes before `b`. */
export const precedes = (direction: Direction, a: number, b: number): boolean =>
  direction === 'ascending' ? a < b : a > b;

export const next = (direction: Direction, id: number): number => (direction === 'ascending' ? id + 1 : id - 1);

/** A stretch of an index of messages: its keys begin with `prefix` and end with an id between `from` and `to`, both included. */
export type Scan = {
  readonly index: string;
  readonly prefix: readonly Key[];
  readonly from?: number;
  readonly to?: number;
};

const pageMin = 8;
const pageMax = 256;

/** The part of the stretch that lies at `at` or beyond; undefined where nothing does. */
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

/** Documents themselves, where one stretch is all that is asked. */
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

/** Reads a stretch in pages that grow while reading goes on nearby, and begin small again after a jump. */
export class IndexCursor implements Cursor {
  readonly #view: ReadView;
  readonly #scan: Scan;
  readonly #direction: Direction;
  #page: number;
  #ids: number[] = [];
  #place = 0;
  #ended = false;

  /** `page`: how many ids are likely wanted. */
  constructor(view: ReadView, scan: Scan, direction: Direction, page: number) {
    this.#view = view;
    this.#scan = scan;
    this.#direction = direction;
    this.#page = Math.min(Math.max(page, 1), pageMax);
  }

  async seek(at: number): Promise<number | undefined> {
    const held = this.#heldFrom(at);
    if (held !== undefined || this.#ended) return held;
    this.#page = this.#nextPage(at);
    const range = rangeFrom(this.#scan, this.#direction, at, this.#page);
    const keys = range ? await this.#view.scanKeys(messages, this.#scan.index, range) : [];
    this.#ids = keys.map((key) => key.at(-1) as number);
    this.#place = 0;
    this.#ended = keys.length < this.#page;
    return this.#ids[0];
  }

  /** A target near what was just read is worth reading towards; after a far jump little may be wanted. */
  #nextPage(at: number): number {
    const [first, last] = [this.#ids[0], this.#ids.at(-1)];
    if (first === undefined || last === undefined) return this.#page;
    const isNear = Math.abs(at - last) <= Math.max(Math.abs(last - first), 1);
    return isNear ? Math.min(2 * this.#page, pageMax) : pageMin;
  }

  #heldFrom(at: number): number | undefined {
    for (; this.#place < this.#ids.length; this.#place += 1) {
      const id = this.#ids[this.#place] as number;
      if (!precedes(this.#direction, id, at)) return id;
    }
    return undefined;
  }
}
