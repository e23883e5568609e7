/**
 * Large decisions reach the log in pieces, as fast as the read models absorb them. Whoever reads meanwhile waits for a piece and not for
 * the whole, which may be 250,000 documents.
 */
import type { NewEvent } from '../../ports/event-log.ts';
import type { DomainEvent } from '../../vocabulary/events/index.ts';
import { namedPerPiece, usersNamedIn } from '../../vocabulary/events/users-named.ts';

/** Waits without success before the rest is appended at once: the read models are out of reach, and the log shall not wait for them. */
const patience = 30;

/** Resolves to whether the read models have absorbed everything up to a position; after some seconds to false. */
export type Absorbed = (position: number) => Promise<boolean>;

export type Piece = { readonly events: readonly NewEvent[]; readonly weight: number };

const weightOf = (event: NewEvent): number => usersNamedIn(event as DomainEvent);

/** The events in their order: all in one piece unless they are very many. */
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

/** The pace of one decision: two pieces may be on their way to the read models, so that one is absorbed while one is committed. */
export class Pace {
  readonly #absorbed: Absorbed;
  #weight = 0;
  #before = 0;
  #patience = patience;

  constructor(absorbed: Absorbed) {
    this.#absorbed = absorbed;
  }

  /** To be called after each append. Returns what is to be waited for before the next; undefined: nothing, the piece is not full. */
  appended(position: number, weight: number): (() => Promise<void>) | undefined {
    this.#weight += weight;
    if (this.#weight < namedPerPiece / 2) return undefined;
    const before = this.#before;
    [this.#weight, this.#before] = [0, position];
    return () => this.#wait(before);
  }

  async #wait(before: number): Promise<void> {
    if (before > 0 && this.#patience > 0 && !(await this.#absorbed(before))) this.#patience -= 1;
  }
}
