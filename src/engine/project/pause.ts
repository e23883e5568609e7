/** Pauses a loop between two iterations. */
export class Pause {
  #onRest: (() => void) | undefined;

  /** Whether the loop must pause before its next iteration. */
  get isWanted(): boolean {
    return this.#onRest !== undefined;
  }

  /** The loop has paused, or has ended. */
  rests(): void {
    this.#onRest?.();
  }

  /** Runs `work` while the loop is paused. Only one call at a time is allowed. */
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
