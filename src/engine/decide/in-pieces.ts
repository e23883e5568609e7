/**
 * Large decisions are appended in pieces, as fast as the read models absorb them. A reader then waits for one piece and not for the whole
 * decision, which may be 250,000 documents.
 */
import type { NewEvent } from '../../ports/event-log.ts';
import type { DomainEvent } from '../../vocabulary/events/index.ts';
import { namedPerPiece, usersNamedIn } from '../../vocabulary/events/users-named.ts';

/**
 * After this many waits without success, the rest is appended at once: the read models are out of reach, and the log must not wait for
 * them.
 */
const failedWaitsMax = 30;

/** Resolves to true when the read models have absorbed everything up to a position, and to false after some seconds. */
export type Absorbed = (position: number) => Promise<boolean>;

type Piece = { readonly events: readonly NewEvent[]; readonly weight: number };

const weightOf = (event: NewEvent): number => usersNamedIn(event as DomainEvent);

/** Splits the events into pieces, in their order. Usually there is one piece. */
export function inPieces(events: readonly NewEvent[]): Piece[] {
  const pieces: { events: NewEvent[]; weight: number }[] = [];
  for (const event of events) {
    const weight = weightOf(event);
    const last = pieces.at(-1);
    if (last && last.weight + weight <= namedPerPiece) {
      last.events.push(event);
      last.weight += weight;
    } else pieces.push({ events: [event], weight });
  }
  return pieces;
}

/**
 * The pace of one decision. Two pieces may be waiting for the read models at a time, so that one is absorbed while the other is committed.
 */
export class Pace {
  readonly #absorbed: Absorbed;
  #weight = 0;
  #before = 0;
  #failedWaitsLeft = failedWaitsMax;

  constructor(absorbed: Absorbed) {
    this.#absorbed = absorbed;
  }

  /** Must be called after each append. Returns the wait before the next append; undefined if the piece is not full. */
  appended(position: number, weight: number): (() => Promise<void>) | undefined {
    this.#weight += weight;
    if (this.#weight < namedPerPiece / 2) return undefined;
    const before = this.#before;
    [this.#weight, this.#before] = [0, position];
    return () => this.#wait(before);
  }

  async #wait(before: number): Promise<void> {
    if (before > 0 && this.#failedWaitsLeft > 0 && !(await this.#absorbed(before))) this.#failedWaitsLeft -= 1;
  }
}
