/**
 * The newest client events of one organization, in memory. Each is serialized once for all queues, so that a queue needs only a cursor.
 * Events that have left the ring are read from the `feed` model.
 */

import type { Carried, ClientBody, ClientEvent, ClientEventType, Scope } from '../feed/client-event.ts';
import { without } from '../feed/erase.ts';
import { positionOfId } from '../feed/event-ids.ts';
import { FormTexts, memoryOf } from '../feed/form-texts.ts';
import type { FeedDocument } from '../feed/model.ts';
import type { Serializable } from '../feed/serialize.ts';
import { firstIndex } from '../vocabulary/ascending.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

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
  fields: new FormTexts(),
});

export type RingLimits = {
  /** The most entries. Beyond that, the oldest eighth is dropped. */
  readonly entriesMax: number;
  /** The bound on the memory of bodies and their texts, in bytes. */
  readonly bytesMax: number;
  /** The bound over the rings of all organizations. */
  readonly bytesInAllMax: number;
};

export const ringLimits: RingLimits = {
  entriesMax: limits.ringEntriesMax,
  bytesMax: limits.ringBytesMax,
  bytesInAllMax: limits.ringsBytesMax,
};

/** The bytes of an entry with its scope and its message without the text, and the bytes of an id. Measured with heap snapshots. */
const [objectBytes, idBytes] = [1_000, 8];

/** The memory of the rings of all organizations. */
export type Account = { bytes: number };

export class Ring {
  readonly #limits: Omit<RingLimits, 'bytesInAllMax'>;
  readonly #account: Account;
  #entries: RingEntry[] = [];
  /** The bytes of each entry without its texts. They are measured once, so that the same number is subtracted when the entry is dropped. */
  #sizes: number[] = [];
  #bytes = 0;
  /** Every event of the organization with an id above this is in the ring. */
  #floor: number;

  constructor(
    floor: number,
    { entriesMax, bytesMax }: Omit<RingLimits, 'bytesInAllMax'> = ringLimits,
    account: Account = { bytes: 0 },
  ) {
    this.#floor = floor;
    this.#limits = { entriesMax, bytesMax };
    this.#account = account;
  }

  get floor(): number {
    return this.#floor;
  }

  /** The memory in bytes, as far as it can be estimated. */
  get bytes(): number {
    return this.#bytes;
  }

  push(entry: RingEntry): void {
    this.#keep(entry, sizeOf(entry));
    const { entriesMax } = this.#limits;
    if (this.#entries.length > entriesMax) this.#drop(Math.max(1, entriesMax >> 3));
    this.trim();
  }

  /** Drops the oldest entries if there are too many bytes, because reading entries creates texts. */
  trim(): void {
    while (this.#bytes > this.#limits.bytesMax && this.dropOldest());
  }

  /** Drops the oldest eighth. False if only the newest entry is left, which is kept. */
  dropOldest(): boolean {
    if (this.#entries.length < 2) return false;
    this.#drop((this.#entries.length + 7) >> 3);
    return true;
  }

  /** Empties the ring, which then begins after `floor`. */
  skipTo(floor: number): void {
    for (const { fields } of this.#entries) fields.onGrown = undefined;
    this.#entries = [];
    this.#sizes = [];
    this.#grow(-this.#bytes);
    this.#floor = floor;
  }

  /** Calls `take` with each entry above `cursor`, in order, until it returns true. `cursor` must not be below the floor. */
  after(cursor: number, take: (entry: RingEntry) => boolean): void {
    for (let at = this.#firstAfter(cursor); at < this.#entries.length; at += 1) {
      const entry = this.#entries[at];
      if (entry && take(entry)) return;
    }
  }

  /** How many entries are above `cursor`. */
  countAfter(cursor: number): number {
    return this.#entries.length - this.#firstAfter(cursor);
  }

  /** Removes an erased message or file from the entries. */
  erase(erased: Carried): void {
    const [entries, sizes] = [this.#entries, this.#sizes];
    this.skipTo(this.#floor);
    for (const [at, entry] of entries.entries()) {
      const rest = without(entry, erased);
      if (rest === entry) this.#keep(entry, sizes[at] ?? 0);
      else if (rest) this.push({ ...rest, fields: new FormTexts() });
    }
  }

  /** Drops the serialized texts, because names of people in them have changed. */
  forgetTexts(): void {
    for (const { fields } of this.#entries) fields.forget();
  }

  #keep(entry: RingEntry, size: number): void {
    this.#entries.push(entry);
    this.#sizes.push(size);
    this.#grow(size + entry.fields.bytes);
    entry.fields.onGrown = this.#grow;
  }

  readonly #grow = (bytes: number): void => {
    this.#bytes += bytes;
    this.#account.bytes += bytes;
  };

  #drop(count: number): void {
    const gone = this.#entries.splice(0, Math.min(count, this.#entries.length - 1));
    const sizes = this.#sizes.splice(0, gone.length);
    for (const [at, { fields }] of gone.entries()) {
      this.#grow(-(sizes[at] ?? 0) - fields.bytes);
      // A poll may still use the entry, and create texts from it.
      fields.onGrown = undefined;
    }
    this.#floor = gone.at(-1)?.eventId ?? this.#floor;
  }

  #firstAfter(cursor: number): number {
    return firstIndex(this.#entries.length, (at) => (this.#entries[at]?.eventId ?? 0) > cursor);
  }
}

/** The bytes of the entry's objects, of the texts in its body, and of the ids in its scope. */
function sizeOf({ body, scope, lists }: RingEntry): number {
  const named = (scope.kind === 'users' ? scope.userIds.length : 0) + (lists?.length ?? 0);
  const contentBytes =
    body.kind === 'message' ? memoryOf(body.text.content) + memoryOf(body.text.html) : memoryOf(JSON.stringify(body));
  return objectBytes + contentBytes + idBytes * named;
}
