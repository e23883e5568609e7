/** Decides which copies are worth their disk space. */

/** `folded`: how many events are folded in the copy. */
type Sized = { readonly folded: number; readonly bytes: number };

export type Room = {
  /** The bytes that the copies of an organization may take. */
  readonly bytes: number;
  readonly copiesMax: number;
  /** The least number of events between two copies. A smaller distance would save too little. */
  readonly eventsMin: number;
};

/** Measured. It is used until there is a copy, whose size is known. */
const bytesPerEvent = 2_400;

/**
 * The number of events between two copies of an organization that has this many events. The copies are at equal distances, as many as fit
 * into the space. The size of a copy is proportional to the events folded in it.
 */
export function distanceOf(events: number, room: Room, newest: Sized | undefined): number {
  const each = newest ? newest.bytes / newest.folded : bytesPerEvent;
  const fitting = Math.floor((2 * room.bytes) / Math.max(1, each * events));
  const copies = Math.max(1, Math.min(room.copiesMax, fitting));
  return Math.max(room.eventsMin, Math.ceil(events / (copies + 1)));
}

/**
 * The copy of an organization that saves the least for its bytes. Without it, questions between it and the next copy are answered from the
 * copy before it. `copies`: in ascending order.
 */
export function leastUseful<C extends Sized>(
  copies: readonly C[],
): { readonly copy: C; readonly worth: number } | undefined {
  let least: { copy: C; worth: number } | undefined;
  for (const [at, copy] of copies.entries()) {
    const before = copy.folded - (copies[at - 1]?.folded ?? 0);
    // No copy follows the newest one, but more events will.
    const after = at + 1 < copies.length ? (copies[at + 1]?.folded ?? 0) - copy.folded : before;
    const worth = (before * after) / copy.bytes;
    if (!least || worth < least.worth) least = { copy, worth };
  }
  return least;
}
