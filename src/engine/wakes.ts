/** Callers that wait until they are woken. */
export class Wakes {
  readonly #waiting = new Set<() => void>();

  /** Resolves when all are woken, when `signal` is aborted, or after `ms` milliseconds. */
  next(signal?: AbortSignal, ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => done(), ms);
      const done = (): void => {
        clearTimeout(timer);
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
