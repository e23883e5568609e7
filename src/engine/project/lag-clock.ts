/**
 * Measures how long a follower has been behind a head, without storing a time for each event. It remembers one position of the head with
 * its time, until the follower has reached it. The result is never more than the true lag.
 */
export class LagClock {
  #target = 0;
  #since = 0;

  /** Records both positions. `now`: milliseconds of a monotonic clock. */
  observe(position: number, head: number, now: number): void {
    if (position < this.#target) return;
    this.#target = head;
    this.#since = now;
  }

  /** The lag in milliseconds; 0 when the remembered position is reached. */
  behindMs(position: number, now: number): number {
    return position >= this.#target ? 0 : now - this.#since;
  }
}
