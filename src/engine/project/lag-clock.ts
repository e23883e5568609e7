/**
 * For how long a follower has been behind a head, without keeping a time for each event: one position of the head is remembered, with
 * the time, until it is reached. The result is never more than the true lag.
 */
export class LagClock {
  #target = 0;
  #since = 0;

  /** Compares both. `now`: milliseconds of a monotonic clock. */
  look(position: number, head: number, now: number): void {
    if (position < this.#target) return;
    this.#target = head;
    this.#since = now;
  }

  /** Milliseconds; 0 when the remembered position is reached. */
  behindMs(position: number, now: number): number {
    return position >= this.#target ? 0 : now - this.#since;
  }
}
