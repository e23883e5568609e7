/** Ids that are already known, as a cursor. */
import type { Cursor, Direction } from './cursor.ts';

export class ListCursor implements Cursor {
  readonly #ids: readonly number[];
  readonly #direction: Direction;

  /** `ids`: ascending. */
  constructor(ids: readonly number[], direction: Direction) {
    this.#ids = ids;
    this.#direction = direction;
  }

  seek(at: number): number | undefined {
    return this.#direction === 'ascending' ? this.#ids.find((id) => id >= at) : this.#ids.findLast((id) => id <= at);
  }
}
