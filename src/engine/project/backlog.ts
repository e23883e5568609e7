/** Events that were shown and wait to be absorbed, in order. Whoever shows them waits while there are too many. */
import type { Projection } from '../../define/projection.ts';
import { textLengthOf } from '../../vocabulary/events/text-length.ts';
import type { Followed } from '../follow/follower.ts';
import { endsBatch } from './absorb.ts';

/**
 * As many as one commit of a rebuild takes: its pages are written once for all of them, and the thread that writes waits for its
 * next batch less often. Of long messages fewer, so that a transaction stays of a size that every store takes.
 */
export const batchMax = 2_048;
const charactersMax = 4 * 1024 * 1024;
/**
 * Beyond this, or as many characters as so many batches may have, the follower waits: memory stays bounded while a whole log is
 * rebuilt. Enough for a batch that is committed, the next that is made ready, and what is folded meanwhile.
 */
const backlogMax = 4 * batchMax;
/** From when the store fails until the projector has caught up, the follower goes on, so that event queues do, up to this much. */
const outageBacklogMaxDefault = 50_000;

export class Backlog {
  readonly #outageMax: number;
  #events: Followed[] = [];
  #characters = 0;
  #max = backlogMax;
  #room: { promise: Promise<void>; resolve: () => void } | undefined;

  constructor(outageMax = outageBacklogMaxDefault) {
    this.#outageMax = outageMax;
  }

  get length(): number {
    return this.#events.length;
  }

  /** Position of the newest. */
  get newest(): number | undefined {
    return this.#events.at(-1)?.event.position;
  }

  push(followed: Followed): void {
    this.#events.push(followed);
    this.#characters += textLengthOf(followed.event);
  }

  /** Takes out what can be absorbed at once: an event that reads a stretch of a model is alone. */
  next(projections: readonly Projection<object>[]): Followed[] {
    let size = 1;
    const first = this.#events[0];
    if (first && !endsBatch(projections, first.event)) {
      let characters = textLengthOf(first.event);
      while (size < batchMax && characters < charactersMax) {
        const next = this.#events[size];
        if (!next || endsBatch(projections, next.event)) break;
        characters += textLengthOf(next.event);
        size += 1;
      }
    }
    const batch = this.#events.splice(0, size);
    this.#characters -= charactersIn(batch);
    return batch;
  }

  /** Whether a whole batch can be absorbed without what was committed just before. */
  hasBatch(projections: readonly Projection<object>[]): boolean {
    const [first] = this.#events;
    return first !== undefined && this.#events.length >= batchMax && !endsBatch(projections, first.event);
  }

  /** What could not be absorbed is the next again. */
  putBack(batch: readonly Followed[]): void {
    this.#keep([...batch, ...this.#events].sort((one, other) => one.event.position - other.event.position));
  }

  /** Drops what is absorbed. */
  forget(position: number): void {
    if ((this.#events[0]?.event.position ?? Infinity) > position) return;
    this.#keep(this.#events.filter(({ event }) => event.position > position));
  }

  clear(): void {
    this.#keep([]);
    this.makeRoom();
  }

  /** A promise while there is no room for more. */
  full(): Promise<void> | undefined {
    if (this.#isBelow(this.#max)) return undefined;
    if (this.#room === undefined) {
      let resolve = (): void => undefined;
      const promise = new Promise<void>((settled) => {
        resolve = settled;
      });
      this.#room = { promise, resolve };
    }
    return this.#room.promise;
  }

  /** Nothing can be absorbed for now: takes in much more, so that those who do not need it go on. */
  extend(): void {
    this.#max = this.#outageMax;
    if (this.#isBelow(this.#outageMax)) this.makeRoom();
  }

  /** A batch was absorbed. */
  relieve(): void {
    if (!this.#isBelow(backlogMax / 2)) return;
    this.#max = backlogMax;
    this.makeRoom();
  }

  makeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  #keep(events: Followed[]): void {
    this.#events = events;
    this.#characters = charactersIn(events);
  }

  #isBelow(max: number): boolean {
    return this.#events.length < max && this.#characters < (max / batchMax) * charactersMax;
  }
}

const charactersIn = (events: readonly Followed[]): number =>
  events.reduce((sum, { event }) => sum + textLengthOf(event), 0);
