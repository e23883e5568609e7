/** Lets a loop be held between two of its rounds. */
export class Pause {
  #onRest: (() => void) | undefined;

  /** The loop is to rest before its next round. */
  get isWanted(): boolean {
    return this.#onRest !== undefined;
  }

  /** The loop rests, or has ended. */
  rests(): void {
    this.#onRest?.();
  }

  /** Runs `work` while the loop rests. One call at a time. */
  async during(isResting: boolean, work: () => Promise<void>): Promise<void> {
    try {
      await new Promise<void>((resolve) => {
        this.#onRest = resolve;
        if (isResting) resolve();
      });
      await work();
    } finally {
      this.#onRest = undefined;
    }
  }
}
