/** The ids that all cursors share (leapfrog join): each cursor in turn seeks the greatest id found so far, in the direction of reading. */
import { type Cursor, type Direction, precedes } from './cursor.ts';

/** At least one cursor. */
export const intersection = (cursors: readonly Cursor[], direction: Direction): Cursor => ({
  async seek(at) {
    let foremost = at;
    let agreeing = 0;
    for (let index = 0; agreeing < cursors.length; index = (index + 1) % cursors.length) {
      const found = cursors[index]?.seek(foremost);
      const id = found instanceof Promise ? await found : found;
      if (id === undefined) return undefined;
      agreeing = precedes(direction, foremost, id) ? 1 : agreeing + 1;
      foremost = id;
    }
    return foremost;
  },
});
