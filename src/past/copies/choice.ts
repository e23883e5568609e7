/** Which copies are worth their place. Pure. */

/** `folded`: events in it. */
export type Sized = { readonly folded: number; readonly bytes: number };

export type Room = {
  /** Bytes that the copies of an organization may take. */
  readonly bytes: number;
  readonly copiesMax: number;
  /** The least number of events between two copies. Nearer copies save too little. */
  readonly eventsMin: number;
};

/** Measured. Used until there is a copy whose size tells. */
const bytesPerEvent = 2_400;

/**
 * How many events lie between two copies of an organization with this many events: copies at equal distances, as many as the room
 * holds. Each is as large as what is folded in it.
 */
export function distanceOf(events: number, room: Room, newest: Sized | undefined): number {
  const each = newest ? newest.bytes / newest.folded : bytesPerEvent;
  const fitting = Math.floor((2 * room.bytes) / Math.max(1, each * events));
  const copies = Math.max(1, Math.min(room.copiesMax, fitting));
  return Math.max(room.eventsMin, Math.ceil(events / (copies + 1)));
}

/**
 * The copy of an organization that saves the least for its bytes: without it, questions between it and the next one are answered from the one
 * before. `copies`: in order.
 */
export function leastUseful<C extends Sized>(
  copies: readonly C[],
): { readonly copy: C; readonly worth: number } | undefined {
  let least: { copy: C; worth: number } | undefined;
  for (const [at, copy] of copies.entries()) {
    const before = copy.folded - (copies[at - 1]?.folded ?? 0);
    // After the newest one more events will come.
    const after = at + 1 < copies.length ? (copies[at + 1]?.folded ?? 0) - copy.folded : before;
    const worth = (before * after) / copy.bytes;
    if (!least || worth < least.worth) least = { copy, worth };
  }
  return least;
}
