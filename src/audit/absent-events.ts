/**
 * Sealed events that verification does not find at their place in the order of the ledger. If somebody changed the id of an event, an event
 * with another id is at its place. If somebody changed the name of its log stream, the event is elsewhere. Both are reported as a change of
 * the event, and not as its removal.
 */
import type { Removal } from './removal.ts';

/** `after`, `before`: the positions of the neighbouring sealed events. `elsewhere`: where the event is instead. */
export type Absent = {
  readonly index: number;
  readonly hash: string;
  readonly after: number;
  before: number;
  erasure: Erasure | undefined;
  elsewhere: string | undefined;
};

/** The event that erased it, the log stream of both, and the hash of the leaf that it keeps, if that is of version 2. */
type Erasure = { readonly by: string; readonly stream: string; readonly hash: string | undefined };

export const keepsAnotherLeaf = ({ erasure, hash }: Absent): boolean => (erasure?.hash ?? hash) !== hash;

/** An event that no ledger entry names. */
type Unclaimed = { readonly position: number };

export class AbsentEvents {
  readonly #absent = new Map<string, Absent>();
  /** Absent events that no sealed event has followed yet. */
  #newest: Absent[] = [];
  #sealed = 0;

  /** The event of the next ledger entry was found. */
  present(position: number): void {
    for (const absent of this.#newest) absent.before = position;
    this.#newest = [];
    this.#sealed = position;
  }

  /** The event that seals a batch is at this position. All entries of the batch have already been reported. */
  sealed(position: number): void {
    for (const absent of this.#newest) absent.before = position;
    this.#newest = [];
  }

  /** The event of the next ledger entry was not found. */
  add(id: string, { index, hash }: Pick<Absent, 'index' | 'hash'>): void {
    const [after, before] = [this.#sealed, Number.POSITIVE_INFINITY];
    const absent: Absent = { index, hash, after, before, erasure: undefined, elsewhere: undefined };
    this.#absent.set(id, absent);
    this.#newest.push(absent);
  }

  /** A sealed event erased these. So their own entries were reported before. */
  erased(by: string, { stream, erased }: Removal): void {
    for (const { id, hash } of erased) {
      const absent = this.#absent.get(id);
      if (absent && (!absent.erasure || keepsAnotherLeaf(absent))) absent.erasure = { by, stream, hash };
    }
  }

  get(id: string): Absent | undefined {
    return this.#absent.get(id);
  }

  /** In the order of their leaves. */
  [Symbol.iterator](): IterableIterator<[string, Absent]> {
    return this.#absent.entries();
  }

  /** The events without a leaf that are at the place of an absent event, by the id of the absent event. */
  replacedBy<E extends Unclaimed>(unclaimed: readonly E[], isOf: (absent: Absent) => boolean): Map<string, E> {
    const found = new Map<string, E>();
    const present = unclaimed.toSorted((a, b) => a.position - b.position);
    let next = 0;
    for (const [id, absent] of this.#absent) {
      if (!isOf(absent)) continue;
      const { after, before } = absent;
      while ((present[next]?.position ?? Number.POSITIVE_INFINITY) <= after) next += 1;
      const replacement = present[next];
      if (replacement === undefined || replacement.position >= before) continue;
      found.set(id, replacement);
      next += 1;
    }
    return found;
  }
}
