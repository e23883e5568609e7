/**
 * The newest client events of one organization, in memory, each serialized once and shared by all queues. A queue costs a cursor.
 * What has fallen out of the ring is read from the `feed` model.
 */
import type { ClientBody, ClientEvent, ClientEventType, Scope } from '../feed/client-event.ts';
import { positionOfId } from '../feed/event-ids.ts';
import type { FeedDocument } from '../feed/model.ts';
import type { Serializable } from '../feed/serialize.ts';

export type RingEntry = Serializable & {
  readonly type: ClientEventType;
  readonly scope: Scope;
  readonly position: number;
  readonly body: ClientBody;
  readonly carries: number | undefined;
};

export const entryOf = (event: ClientEvent | FeedDocument, eventId: number): RingEntry => ({
  eventId,
  position: positionOfId(eventId),
  type: event.type,
  scope: event.scope,
  body: event.body,
  carries: event.carries,
  forms: new Map(),
});

/** Entries kept at most; the oldest eighth goes when there are more. */
const entriesMax = 16_384;
/** Characters of message text kept at most. */
const charactersMax = 64 * 1024 * 1024;

export class Ring {
  #entries: RingEntry[] = [];
  #characters = 0;
  /** Every event of the organization with a higher id than this is in the ring. */
  #floor: number;

  constructor(floor: number) {
    this.#floor = floor;
  }

  get floor(): number {
    return this.#floor;
  }

  push(entry: RingEntry): void {
    this.#entries.push(entry);
    this.#characters += sizeOf(entry);
    if (this.#entries.length > entriesMax || this.#characters > charactersMax) this.#drop(entriesMax >> 3);
  }

  /** The entries with ids above `cursor`, which must not be below the floor. */
  *after(cursor: number): Generator<RingEntry> {
    for (let at = this.#firstAfter(cursor); at < this.#entries.length; at += 1) {
      const entry = this.#entries[at];
      if (entry) yield entry;
    }
  }

  /** Forgets what carries the words of an erased message. */
  erase(messageId: number): void {
    this.#entries = this.#entries.filter((entry) => entry.carries !== messageId);
  }

  #drop(count: number): void {
    const gone = this.#entries.splice(0, Math.min(count, this.#entries.length - 1));
    for (const entry of gone) this.#characters -= sizeOf(entry);
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

function sizeOf(entry: RingEntry): number {
  if (entry.body.kind !== 'message') return 1_000;
  return 1_000 + 2 * (entry.body.text.content.length + entry.body.text.html.length);
}
