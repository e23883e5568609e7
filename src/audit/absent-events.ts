/**
 * Sealed events that verification does not find where the ledger has them. If somebody changed the id of an event, an unknown event is in
 * its place. If somebody changed the name of its log stream, the event is elsewhere. Both count as changes of that event, not as its
 * removal.
 */
/** `after`, `before`: positions of the sealed events next to it. `erasedBy`: the event that erased it, and keeps the same leaf of it. */
export type Absent = {
  readonly index: number;
  readonly hash: string;
  readonly after: number;
  before: number;
  erasedBy: string | undefined;
};

/** `id`: empty where it cannot be read. */
export type Unclaimed = { readonly id: string; readonly position: number };

export class AbsentEvents {
  readonly #absent = new Map<string, Absent>();
  /** Absent events after which no sealed event has been found yet. */
  #newest: Absent[] = [];
  #sealed = 0;

  /** The next entry of the ledger has its event. */
  present(position: number): void {
    for (const absent of this.#newest) absent.before = position;
    this.#newest = [];
    this.#sealed = position;
  }

  /** The event that seals a batch is at this position. All entries of the batch have been reported before. */
  sealed(position: number): void {
    for (const absent of this.#newest) absent.before = position;
    this.#newest = [];
  }

  /** The next entry of the ledger has none. */
  add(id: string, { index, hash }: Pick<Absent, 'index' | 'hash'>): void {
    const [after, before] = [this.#sealed, Number.POSITIVE_INFINITY];
    const absent: Absent = { index, hash, after, before, erasedBy: undefined };
    this.#absent.set(id, absent);
    this.#newest.push(absent);
  }

  get(id: string): Absent | undefined {
    return this.#absent.get(id);
  }

  /** In the order of their leaves. */
  [Symbol.iterator](): IterableIterator<[string, Absent]> {
    return this.#absent.entries();
  }

  /** Which of the events that no leaf names are in the place of an absent one, by the id of the absent one. */
  replacedBy(unclaimed: readonly Unclaimed[], isOf: (id: string) => boolean): Map<string, Unclaimed> {
    const found = new Map<string, Unclaimed>();
    const standing = unclaimed.toSorted((a, b) => a.position - b.position);
    let next = 0;
    for (const [id, { after, before }] of this.#absent) {
      if (!isOf(id)) continue;
      while ((standing[next]?.position ?? Number.POSITIVE_INFINITY) <= after) next += 1;
      const replacement = standing[next];
      if (replacement === undefined || replacement.position >= before) continue;
      found.set(id, replacement);
      next += 1;
    }
    return found;
  }
}
