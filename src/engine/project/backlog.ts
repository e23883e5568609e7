/** Events that wait to be absorbed, in log order. While there are too many, the follower waits. */
import type { Projection } from '../../define/projection.ts';
import { textLengthOf } from '../../vocabulary/events/text-length.ts';
import { namedPerPiece, usersNamedIn } from '../../vocabulary/events/users-named.ts';
import type { Followed } from '../follow/follower.ts';
import { endsBatch } from './absorb.ts';

/**
 * The size of one commit, in documents (see `weightOf`). The larger the batch, the fewer bytes a rebuild writes. Batches of long messages are
 * smaller, so that every store accepts the transaction, and because a commit is held in memory.
 */
export const batchMax = namedPerPiece;
const charactersMax = 512 * 1024;
/**
 * How long events wait to become a batch. Each batch writes a page of the store once, however many of its entries change. Without batching,
 * four times as many bytes are written. A reader ends the wait.
 */
export const batchMs = 200;
/** This many events are committed at once, without a wait for more. */
export const batchedAt = 256;
/**
 * At as many events as this many batches have, or `charactersPerEvent` characters for each of them, the follower waits, so that memory is
 * bounded in a rebuild. It is enough for the batch that is being committed, the one that is being absorbed, and what is folded meanwhile.
 */
const batchesMax = 4;
const charactersPerEvent = 2_048;
/** While the store is out of reach, and until the projector has caught up, this larger limit lets event queues continue. */
const outageBacklogMaxDefault = 50_000;

export class Backlog {
  readonly #outageMax: number;
  readonly #batchMax: number;
  readonly #usualMax: number;
  #events: Followed[] = [];
  #characters = 0;
  #weight = 0;
  #max: number;
  #room: { promise: Promise<void>; resolve: () => void } | undefined;

  constructor(outageMax = outageBacklogMaxDefault, size = batchMax) {
    this.#outageMax = outageMax;
    this.#batchMax = size;
    this.#usualMax = batchesMax * size;
    this.#max = this.#usualMax;
  }

  get length(): number {
    return this.#events.length;
  }

  /** The position of the newest event in the backlog. */
  get newest(): number | undefined {
    return this.#events.at(-1)?.event.position;
  }

  push(followed: Followed): void {
    this.#events.push(followed);
    this.#characters += textLengthOf(followed.event);
    this.#weight += weightOf(followed);
  }

  /** Removes the next batch and returns it. An event for which a model reads a range is a batch of its own. */
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
        if (weight > this.#batchMax) break;
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
    return first !== undefined && this.#weight >= this.#batchMax && !endsBatch(projections, first.event);
  }

  /** Puts a batch that was not committed back to the front. */
  putBack(batch: readonly Followed[]): void {
    this.#keep([...batch, ...this.#events].sort((one, other) => one.event.position - other.event.position));
  }

  /** Drops the events up to `position`, which have been absorbed. */
  forget(position: number): void {
    if ((this.#events[0]?.event.position ?? Infinity) > position) return;
    this.#keep(this.#events.filter(({ event }) => event.position > position));
  }

  clear(): void {
    this.#keep([]);
    this.makeRoom();
  }

  /** A promise that resolves when there is room for more events; undefined if there is room now. */
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

  /** Raises the limit while nothing can be absorbed, so that parts that need no read models can continue. */
  extend(): void {
    this.#max = this.#outageMax;
    if (this.#isBelow(this.#outageMax)) this.makeRoom();
  }

  /** Called after a commit. The usual limit applies again once the backlog is down to half of it. */
  relieve(): void {
    if (!this.#isBelow(this.#usualMax / 2)) return;
    this.#max = this.#usualMax;
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

/** Approximately how many documents an event changes: each client event is a document, and each user who joins or leaves a channel. */
const weightOf = ({ event, clientEvents }: Followed): number => Math.max(1, clientEvents.length) + usersNamedIn(event);

const weightIn = (events: readonly Followed[]): number => events.reduce((sum, event) => sum + weightOf(event), 0);
