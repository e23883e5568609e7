/** The ids of any of the cursors, in order and without duplicates. A heap of the current ids moves only the cursors that precede the target. */
import { type Cursor, type Direction, precedes } from './cursor.ts';

type Head = { readonly cursor: Cursor; id: number };

export function union(cursors: readonly Cursor[], direction: Direction): Cursor {
  /** A binary heap: the first head is at index 0, and the heads at `2n + 1` and `2n + 2` do not precede the one at `n`. */
  let heads: Head[] | undefined;

  async function open(at: number): Promise<Head[]> {
    const ids = await Promise.all(cursors.map((cursor) => cursor.seek(at)));
    const found = cursors.flatMap((cursor, index): Head[] => {
      const id = ids[index];
      return id === undefined ? [] : [{ cursor, id }];
    });
    // A sorted array is a heap.
    return found.sort((a, b) => (precedes(direction, a.id, b.id) ? -1 : 1));
  }

  return {
    async seek(at) {
      heads ??= await open(at);
      for (;;) {
        const first = heads[0];
        if (!first || !precedes(direction, first.id, at)) return first?.id;
        const found = first.cursor.seek(at);
        const id = found instanceof Promise ? await found : found;
        if (id === undefined) drop(heads);
        else first.id = id;
        sink(heads, direction);
      }
    },
  };
}

function drop(heads: Head[]): void {
  const last = heads.pop();
  if (last && heads.length > 0) heads[0] = last;
}

function sink(heads: Head[], direction: Direction): void {
  let index = 0;
  for (;;) {
    let first = index;
    for (let child = 2 * index + 1; child <= 2 * index + 2; child += 1)
      if (comesFirst(heads[child], heads[first], direction)) first = child;
    if (first === index) return;
    [heads[index], heads[first]] = [heads[first] as Head, heads[index] as Head];
    index = first;
  }
}

const comesFirst = (one: Head | undefined, other: Head | undefined, direction: Direction): boolean =>
  one !== undefined && other !== undefined && precedes(direction, one.id, other.id);
