/** One at a time for each name: commands on one log stream queue here, so that they seldom meet at the log. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `turn` after all earlier turns of that name. */
  take<T>(name: string, turn: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(turn);
    const finished = Promise.allSettled([mine]);
    this.#last.set(name, finished);
    void finished.then(() => {
      if (this.#last.get(name) === finished) this.#last.delete(name);
    });
    return mine;
  }
}
