/** Callers that wait until they are woken. */
export class Wakes {
  readonly #waiting = new Set<() => void>();

  /** Resolves when all are woken, or when `signal` is aborted. */
  next(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal?.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      signal?.addEventListener('abort', done, { once: true });
      this.#waiting.add(done);
    });
  }

  all(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
