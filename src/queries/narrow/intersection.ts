/** What stands in all of several scans, by leapfrog: whoever is behind jumps to where the foremost stands. */
import { type Cursor, type Direction, precedes } from './cursor.ts';

export class Intersection implements Cursor {
  readonly #cursors: readonly Cursor[];
  readonly #direction: Direction;

  /** At least one. */
  constructor(cursors: readonly Cursor[], direction: Direction) {
    this.#cursors = cursors;
    this.#direction = direction;
  }

  async seek(at: number): Promise<number | undefined> {
    let foremost = at;
    let agreeing = 0;
    for (let turn = 0; agreeing < this.#cursors.length; turn = (turn + 1) % this.#cursors.length) {
      const id = await this.#cursors[turn]?.seek(foremost);
      if (id === undefined) return undefined;
      agreeing = precedes(this.#direction, foremost, id) ? 1 : agreeing + 1;
      foremost = id;
    }
    return foremost;
  }
}
