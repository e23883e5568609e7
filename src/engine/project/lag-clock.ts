/**
 * For how long something that follows a head has been behind it, without a time for each event: remembers one head that was seen,
 * and when, until it is reached. So what it tells is never more than the truth, and at the end of each such stretch it is the truth.
 */
export class LagClock {
  #target = 0;
  #since = 0;

  /** Looks at both; `now` in milliseconds of a clock that never goes back. */
  look(position: number, head: number, now: number): void {
    if (position < this.#target) return;
    this.#target = head;
    this.#since = now;
  }

  /** Milliseconds; 0 when `position` is all there was at the last look. */
  behindMs(position: number, now: number): number {
    return position >= this.#target ? 0 : now - this.#since;
  }
}
