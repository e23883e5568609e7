/**
 * Work of many callers, few pieces at once. Callers take turns, one piece each, so that nobody waits for the whole of what somebody else
 * asked for. The number of pieces that wait is limited: beyond it the caller with the most waiting loses the newest of theirs.
 */
import { Refused } from '../vocabulary/refusals.ts';

type Waiting = { readonly begin: () => void; readonly refuse: (reason: Refused) => void };

export class FairTurns {
  readonly #waitingMax: number;
  readonly #busy: string;
  /** What waits, oldest first, by caller. The caller whose turn it is stands in front. */
  readonly #lines = new Map<string, Waiting[]>();
  #waiting = 0;
  #free: number;

  /** `busy`: the message for callers who are refused because too many wait. */
  constructor(atOnceMax: number, waitingMax: number, busy: string) {
    this.#free = atOnceMax;
    this.#waitingMax = waitingMax;
    this.#busy = busy;
  }

  /** Runs `work` when it is the turn of `caller`. Settles as `work` does; throws `Refused` (`unavailable`) where there is no room to wait. */
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

  /** Refuses the newest piece of the caller who has the most, if that is more than one above `those`. Of several the last one in line. */
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
