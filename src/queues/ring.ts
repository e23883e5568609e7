/**
 * The newest client events of one organization, in memory. Each is serialized once for all queues, and a queue only needs a cursor.
 * Events that have left the ring are read from the `feed` model.
 */
import type { Carried, ClientBody, ClientEvent, ClientEventType, Scope } from '../feed/client-event.ts';
import { without } from '../feed/erase.ts';
import { positionOfId } from '../feed/event-ids.ts';
import type { FeedDocument } from '../feed/model.ts';
import type { Serializable } from '../feed/serialize.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import { ringEntriesMax, ringLengthMax, ringsLengthMax } from '../vocabulary/limits.ts';

export type RingEntry = Serializable & {
  readonly type: ClientEventType;
  readonly scope: Scope;
  readonly position: number;
  readonly body: ClientBody;
  readonly carries?: ClientEvent['carries'] | undefined;
  readonly lists?: readonly MessageId[] | undefined;
};

export const entryOf = (event: ClientEvent | FeedDocument, eventId: number): RingEntry => ({
  eventId,
  position: positionOfId(eventId),
  type: event.type,
  scope: event.scope,
  body: event.body,
  carries: event.carries,
  lists: event.lists,
  fields: {},
});

export type RingLimits = {
  /** Maximum number of entries. When there are more, the oldest eighth is dropped. */
  readonly entriesMax: number;
  /** Maximum number of characters of bodies and their texts. */
  readonly charactersMax: number;
  /** The same, over the rings of all organizations. */
  readonly charactersInAllMax: number;
};

export const ringLimits: RingLimits = {
  entriesMax: ringEntriesMax,
  charactersMax: ringLengthMax,
  charactersInAllMax: ringsLengthMax,
};

export class Ring {
  readonly #limits: Omit<RingLimits, 'charactersInAllMax'>;
  #entries: RingEntry[] = [];
  /** The size of each entry: measured once, so that exactly that is subtracted when the entry is dropped. */
  #sizes: number[] = [];
  #characters = 0;
  /** Every event of the organization with an id above this is in the ring. */
  #floor: number;

  constructor(floor: number, { entriesMax, charactersMax }: Omit<RingLimits, 'charactersInAllMax'> = ringLimits) {
    this.#floor = floor;
    this.#limits = { entriesMax, charactersMax };
  }

  get floor(): number {
    return this.#floor;
  }

  /** Approximate number of characters held. */
  get characters(): number {
    return this.#characters;
  }

  push(entry: RingEntry): void {
    this.#keep(entry, sizeOf(entry));
    const { entriesMax, charactersMax } = this.#limits;
    if (this.#entries.length > entriesMax) this.#drop(Math.max(1, entriesMax >> 3));
    while (this.#characters > charactersMax && this.dropOldest());
  }

  /** Drops the oldest eighth; false if only the newest entry is left, which is kept. */
  dropOldest(): boolean {
    if (this.#entries.length < 2) return false;
    this.#drop((this.#entries.length + 7) >> 3);
    return true;
  }

  /** Empties the ring. It then begins after `floor`. */
  skipTo(floor: number): void {
    this.#entries = [];
    this.#sizes = [];
    this.#characters = 0;
    this.#floor = floor;
  }

  /** Calls `take` with each entry above `cursor`, in order, until it returns true. `cursor` must not be below the floor. */
  after(cursor: number, take: (entry: RingEntry) => boolean): void {
    for (let at = this.#firstAfter(cursor); at < this.#entries.length; at += 1) {
      const entry = this.#entries[at];
      if (entry && take(entry)) return;
    }
  }

  /** Removes what the entries hold of an erased message or file. */
  erase(erased: Carried): void {
    const [entries, sizes] = [this.#entries, this.#sizes];
    this.skipTo(this.#floor);
    for (const [at, entry] of entries.entries()) {
      const rest = without(entry, erased);
      if (rest === entry) this.#keep(entry, sizes[at] ?? 0);
      else if (rest) this.push({ ...rest, fields: {} });
    }
  }

  #keep(entry: RingEntry, size: number): void {
    this.#entries.push(entry);
    this.#sizes.push(size);
    this.#characters += size;
  }

  #drop(count: number): void {
    const gone = this.#entries.splice(0, Math.min(count, this.#entries.length - 1));
    for (const size of this.#sizes.splice(0, gone.length)) this.#characters -= size;
    this.#floor = gone.at(-1)?.eventId ?? this.#floor;
  }

  #firstAfter(cursor: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.eventId ?? 0) > cursor) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Estimate in characters: the body and its text, which each hold the content once, and the user ids that the scope names. */
function sizeOf({ body, scope }: RingEntry): number {
  const named = scope.kind === 'users' ? scope.userIds.length : 0;
  const said = body.kind === 'message' ? body.text.content.length + body.text.html.length : JSON.stringify(body).length;
  return 1_000 + 2 * said + 8 * named;
}
