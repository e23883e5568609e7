/** Cursors over ids that are already known, and over all other ids. */
import { type Cursor, type Direction, next } from './cursor.ts';

/** `ids`: ascending. */
export const listCursor = (ids: readonly number[], direction: Direction): Cursor => ({
  seek: (at) => (direction === 'ascending' ? ids.find((id) => id >= at) : ids.findLast((id) => id <= at)),
});

export function without(of: Cursor, ids: readonly number[], direction: Direction): Cursor {
  const left = new Set(ids);
  return {
    async seek(at) {
      let id = await of.seek(at);
      while (id !== undefined && left.has(id)) id = await of.seek(next(direction, id));
      return id;
    },
  };
}
