/** Wakes callers that wait for the next event of an organization. */
import type { RealmId } from '../../vocabulary/ids.ts';
import type { Followed, FollowerPart } from './follower.ts';

export class News implements FollowerPart {
  readonly #waiting = new Map<RealmId, Set<() => void>>();
  #isClosed = false;

  /** True once the service stops. Nobody waits after that. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  see({ event: { realmId } }: Followed): void {
    const waiting = this.#waiting.get(realmId);
    if (!waiting) return;
    this.#waiting.delete(realmId);
    for (const wake of waiting) wake();
  }

  /** Resolves with the next event of the organization, when `gone` is aborted, or when the service stops. */
  next(realmId: RealmId, gone: AbortSignal): Promise<void> {
    if (this.#isClosed || gone.aborted) return Promise.resolve();
    const waiting = this.#waiting.get(realmId) ?? new Set();
    this.#waiting.set(realmId, waiting);
    return new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake);
        gone.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      gone.addEventListener('abort', wake);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of [...this.#waiting.values()]) for (const wake of [...waiting]) wake();
    this.#waiting.clear();
  }
}
