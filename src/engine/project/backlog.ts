/** Events that wait to be absorbed, in log order. While there are too many, the follower waits. */
import type { Projection } from '../../define/projection.ts';
import { textLengthOf } from '../../vocabulary/events/text-length.ts';
import { namedPerPiece, usersNamedIn } from '../../vocabulary/events/users-named.ts';
import type { Followed } from '../follow/follower.ts';
import { endsBatch } from './absorb.ts';

/**
 * How many events, users that they name, and client events one commit takes. The larger the batch, the fewer bytes are written in a rebuild. Each user
 * who joins or leaves a channel is a document. Batches of long messages are smaller, so that every store takes the transaction, and because
 * what a commit writes is in memory.
 */
export const batchMax = namedPerPiece;
const charactersMax = 512 * 1024;
/**
 * At this many events, or `charactersPerEvent` for each of them, the follower waits, so that memory is bounded in a rebuild. Enough for the
 * batch that is committed, the one that is absorbed, and what is folded meanwhile.
 */
const backlogMax = 4 * batchMax;
const charactersPerEvent = 2_048;
/** While the store is out of reach and until the projector has caught up, the limit is this, so that event queues go on. */
const outageBacklogMaxDefault = 50_000;

export class Backlog {
  readonly #outageMax: number;
  #events: Followed[] = [];
  #characters = 0;
  #weight = 0;
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
    this.#weight += weightOf(followed);
  }

  /** Takes out the next batch. An event that reads a range of a model is a batch of its own. */
  next(projections: readonly Projection<object>[]): Followed[] {
    let size = 1;
    const first = this.#events[0];
    if (first && !endsBatch(projections, first.event)) {
      let [characters, weight] = [textLengthOf(first.event), weightOf(first)];
      while (characters < charactersMax) {
        const next = this.#events[size];
        if (!next || endsBatch(projections, next.event)) break;
        characters += textLengthOf(next.event);
        weight += weightOf(next);
        if (weight > batchMax) break;
        size += 1;
      }
    }
    const batch = this.#events.splice(0, size);
    this.#characters -= charactersIn(batch);
    this.#weight -= weightIn(batch);
    return batch;
  }

  /** Whether a full batch can be absorbed while the one before it is committed. */
  hasBatch(projections: readonly Projection<object>[]): boolean {
    const [first] = this.#events;
    return first !== undefined && this.#weight >= batchMax && !endsBatch(projections, first.event);
  }

  /** Puts a batch that was not committed back to the front. */
  putBack(batch: readonly Followed[]): void {
    this.#keep([...batch, ...this.#events].sort((one, other) => one.event.position - other.event.position));
  }

  /** Drops the events up to `position`, which are absorbed. */
  forget(position: number): void {
    if ((this.#events[0]?.event.position ?? Infinity) > position) return;
    this.#keep(this.#events.filter(({ event }) => event.position > position));
  }

  clear(): void {
    this.#keep([]);
    this.makeRoom();
  }

  /** A promise that resolves when there is room for more; undefined where there is. */
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

  /** Raises the limit: nothing can be absorbed for now, and those who do not need read models shall go on. */
  extend(): void {
    this.#max = this.#outageMax;
    if (this.#isBelow(this.#outageMax)) this.makeRoom();
  }

  /** A batch was committed: the usual limit holds again when half of it is free. */
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
    this.#weight = weightIn(events);
  }

  #isBelow(max: number): boolean {
    return this.#events.length < max && this.#characters < max * charactersPerEvent;
  }
}

const charactersIn = (events: readonly Followed[]): number =>
  events.reduce((sum, { event }) => sum + textLengthOf(event), 0);

/** How many documents an event changes, about. */
const weightOf = ({ event, clientEvents }: Followed): number => Math.max(1, clientEvents.length) + usersNamedIn(event);

const weightIn = (events: readonly Followed[]): number => events.reduce((sum, event) => sum + weightOf(event), 0);
