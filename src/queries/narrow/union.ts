/** The ids of any of the cursors, in order and without duplicates. A heap of the current ids moves only the cursors that precede the target. */
import { type Cursor, type Direction, precedes } from './cursor.ts';

type Head = { readonly cursor: Cursor; id: number };

export class Union implements Cursor {
  readonly #cursors: readonly Cursor[];
  readonly #direction: Direction;
  /** A binary heap: the first head is at index 0, and the heads at `2n + 1` and `2n + 2` do not precede the one at `n`. */
  #heads: Head[] | undefined;

  constructor(cursors: readonly Cursor[], direction: Direction) {
    this.#cursors = cursors;
    this.#direction = direction;
  }

  async seek(at: number): Promise<number | undefined> {
    this.#heads ??= await this.#open(at);
    for (;;) {
      const first = this.#heads[0];
      if (!first || !precedes(this.#direction, first.id, at)) return first?.id;
      const found = first.cursor.seek(at);
      const id = found instanceof Promise ? await found : found;
      if (id === undefined) this.#drop(this.#heads);
      else first.id = id;
      this.#sink(this.#heads);
    }
  }

  async #open(at: number): Promise<Head[]> {
    const ids = await Promise.all(this.#cursors.map((cursor) => cursor.seek(at)));
    const heads = this.#cursors.flatMap((cursor, index): Head[] => {
      const id = ids[index];
      return id === undefined ? [] : [{ cursor, id }];
    });
    // A sorted array is a heap.
    return heads.sort((a, b) => (precedes(this.#direction, a.id, b.id) ? -1 : 1));
  }

  #drop(heads: Head[]): void {
    const last = heads.pop();
    if (last && heads.length > 0) heads[0] = last;
  }

  #sink(heads: Head[]): void {
    let index = 0;
    for (;;) {
      let first = index;
      for (const child of [2 * index + 1, 2 * index + 2]) if (this.#comesFirst(heads, child, first)) first = child;
      if (first === index) return;
      [heads[index], heads[first]] = [heads[first] as Head, heads[index] as Head];
      index = first;
    }
  }

  #comesFirst(heads: readonly Head[], one: number, other: number): boolean {
    const [a, b] = [heads[one], heads[other]];
    return a !== undefined && b !== undefined && precedes(this.#direction, a.id, b.id);
  }
}
