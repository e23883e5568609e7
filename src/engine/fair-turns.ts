/**
 * Runs the work of many callers, a few pieces at a time. Callers take turns, one piece each, so that nobody waits for all of another
 * caller's work. The number of waiting pieces is bounded: beyond the bound the caller with the most waiting pieces loses the newest of
 * theirs.
 */
import { Refused } from '../vocabulary/refusals.ts';

type Waiting = { readonly begin: () => void; readonly refuse: (reason: Refused) => void };

export class FairTurns {
  readonly #waitingMax: number;
  readonly #busy: string;
  /** Waiting pieces by caller, oldest first. The first caller in the map is next. */
  readonly #lines = new Map<string, Waiting[]>();
  #waiting = 0;
  #free: number;

  /** `busy`: the message for callers who are refused because too many wait. */
  constructor(atOnceMax: number, waitingMax: number, busy: string) {
    this.#free = atOnceMax;
    this.#waitingMax = waitingMax;
    this.#busy = busy;
  }

  /** Runs `work` when it is the turn of `caller`, and settles as `work` does. Throws `Refused` (`unavailable`) if too many pieces wait. */
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
      const line = this.#lines.get(caller);
      const one = { begin, refuse };
      if (this.#waiting >= this.#waitingMax && !this.#makeRoom(line?.length ?? 0)) return refuse(this.#refusal());
      this.#waiting += 1;
      if (line) line.push(one);
      else this.#lines.set(caller, [one]);
    });
  }

  /**
   * Refuses the newest waiting piece of the caller with the most, if that caller has more than one above `those`. Among equals it takes the
   * last in line.
   */
  #makeRoom(those: number): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#lines.values()) if (line.length >= longest.length) longest = line;
    if (longest.length <= those + 1) return false;
    longest.pop()?.refuse(this.#refusal());
    this.#waiting -= 1;
    return true;
  }

  #refusal(): Refused {
    return new Refused({ code: 'unavailable', detail: this.#busy, cause: 'too-busy' });
  }

  #next(): void {
    const [first] = this.#lines;
    if (!first) {
      this.#free += 1;
      return;
    }
    const [caller, line] = first;
    const next = line.shift();
    this.#lines.delete(caller);
    if (line.length > 0) this.#lines.set(caller, line);
    this.#waiting -= 1;
    next?.begin();
  }
}
