/** Callers that wait until a reader of the log has reached a position. */
type Waiter = { readonly position: number; readonly resolve: () => void };

export class PositionWaiters {
  #waiting: Waiter[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  wait(position: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ position, resolve }));
  }

  /** Resolves to false after `ms` milliseconds, and removes the waiter. */
  waitAtMost(position: number, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        resolve: () => {
          clearTimeout(late);
          resolve(true);
        },
      };
      const late = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(false);
      }, ms);
      this.#waiting.push(waiter);
    });
  }

  /** The reader has reached `position`: resolves the waiters for it. */
  reached(position: number): void {
    if (this.#waiting.length === 0) return;
    const done = this.#waiting.filter((waiter) => waiter.position <= position);
    this.#waiting = this.#waiting.filter((waiter) => waiter.position > position);
    for (const waiter of done) waiter.resolve();
  }
}
