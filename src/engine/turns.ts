/** One at a time for each name: commands on one log stream queue here, so that they seldom meet at the log. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Runs `turn` after all earlier turns of that name. What it returns goes to the caller at once; the next turn begins only when
   * `over` has resolved too.
   */
  async take<T>(name: string, turn: () => Promise<{ value: T; over: Promise<unknown> }>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(turn);
    const finished = mine.then(
      ({ over }) => over,
      () => undefined,
    );
    this.#last.set(name, finished);
    void finished.then(() => {
      if (this.#last.get(name) === finished) this.#last.delete(name);
    });
    return (await mine).value;
  }
}
