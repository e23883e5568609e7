/**
 * Runs the work of many callers, a few pieces at a time. Organizations take turns, one piece each, and so do the callers of each. So nobody
 * waits for all of another caller's work, nor for all callers of another organization. The number of waiting pieces is bounded. Beyond it a
 * piece is refused: the newest one of the caller with the most, in the organization with the most.
 */
import { organizationOf } from '../define/payer.ts';
import { Refused } from '../vocabulary/refusals.ts';

type Waiting = { readonly begin: () => void; readonly refuse: (reason: Refused) => void };

/** Waiting pieces by caller, oldest first. The first caller in the map is next. */
type Lines = { readonly of: Map<string, Waiting[]>; waiting: number };

export class FairSemaphore {
  readonly #waitingMax: number;
  readonly #busy: string;
  /** The lines by organization. The first organization in the map is next. */
  readonly #organizations = new Map<string, Lines>();
  #waiting = 0;
  #free: number;

  /** `busy`: the message for callers who are refused because too many wait. Without `waitingMax` any number may wait. */
  constructor(atOnceMax: number, waitingMax = Number.POSITIVE_INFINITY, busy = '') {
    this.#free = atOnceMax;
    this.#waitingMax = waitingMax;
    this.#busy = busy;
  }

  /**
   * Runs `work` when it is the turn of `caller`, a payer (`define/payer.ts`), and settles as `work` does. Throws `Refused` (`unavailable`) if
   * too many pieces wait.
   */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turnOf(caller);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turnOf(caller: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const organization = organizationOf(caller);
      const lines = this.#organizations.get(organization) ?? { of: new Map<string, Waiting[]>(), waiting: 0 };
      const line = lines.of.get(caller) ?? [];
      if (this.#waiting >= this.#waitingMax && !this.#makeRoom(lines, line)) return refuse(this.#refusal());
      this.#organizations.set(organization, lines);
      lines.of.set(caller, line);
      line.push({ begin, refuse });
      lines.waiting += 1;
      this.#waiting += 1;
    });
  }

  /**
   * Makes room for one of these lines by refusing a waiting piece. The organization with the most loses one, if it has at least two
   * more than this organization. Otherwise a caller of this organization loses one that has at least two more than this caller.
   * Among equals it is the last in line.
   */
  #makeRoom(own: Lines, line: readonly Waiting[]): boolean {
    const most = longest(this.#organizations.values(), ({ waiting }) => waiting);
    const lines = most && most.waiting > own.waiting + 1 ? most : own;
    const longestLine = longest(lines.of.values(), ({ length }) => length);
    if (!longestLine || (lines === own && longestLine.length <= line.length + 1)) return false;
    longestLine.pop()?.refuse(this.#refusal());
    lines.waiting -= 1;
    this.#waiting -= 1;
    return true;
  }

  #refusal(): Refused {
    return new Refused({ code: 'unavailable', detail: this.#busy, cause: 'too-busy' });
  }

  #next(): void {
    for (const [organization, lines] of this.#organizations) {
      this.#organizations.delete(organization);
      for (const [caller, line] of lines.of) {
        lines.of.delete(caller);
        const next = line.shift();
        // The line is empty if the caller's only piece was refused.
        if (!next) continue;
        if (line.length > 0) lines.of.set(caller, line);
        lines.waiting -= 1;
        if (lines.waiting > 0) this.#organizations.set(organization, lines);
        this.#waiting -= 1;
        next.begin();
        return;
      }
    }
    this.#free += 1;
  }
}

/** The last one of the greatest length. */
function longest<T>(all: Iterable<T>, lengthOf: (one: T) => number): T | undefined {
  let most: T | undefined;
  for (const one of all) if (most === undefined || lengthOf(one) >= lengthOf(most)) most = one;
  return most;
}
