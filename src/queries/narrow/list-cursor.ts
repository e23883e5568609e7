/** Cursors over ids that are already known, and over all other ids. */
import { type Cursor, type Direction, next } from './cursor.ts';

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

export class Without implements Cursor {
  readonly #of: Cursor;
  readonly #ids: ReadonlySet<number>;
  readonly #direction: Direction;

  constructor(of: Cursor, ids: readonly number[], direction: Direction) {
    this.#of = of;
    this.#ids = new Set(ids);
    this.#direction = direction;
  }

  async seek(at: number): Promise<number | undefined> {
    let id = await this.#of.seek(at);
    while (id !== undefined && this.#ids.has(id)) id = await this.#of.seek(next(this.#direction, id));
    return id;
  }
}
