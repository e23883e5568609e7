/** The ids that all cursors share (leapfrog join): each cursor in turn seeks the greatest id found so far, in the direction of reading. */
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
    for (let index = 0; agreeing < this.#cursors.length; index = (index + 1) % this.#cursors.length) {
      const found = this.#cursors[index]?.seek(foremost);
      const id = found instanceof Promise ? await found : found;
      if (id === undefined) return undefined;
      agreeing = precedes(this.#direction, foremost, id) ? 1 : agreeing + 1;
      foremost = id;
    }
    return foremost;
  }
}
