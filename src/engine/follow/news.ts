/** Wakes callers that wait for the next event of an organization. */
import type { RealmId } from '../../vocabulary/ids.ts';
import { Wakes } from '../wakes.ts';
import type { Followed, FollowerPart } from './follower.ts';

export class News implements FollowerPart {
  readonly #waiting = new Map<RealmId, Wakes>();
  readonly #resting = new Wakes();
  #isClosed = false;

  /** True once the service stops. Nobody waits after that. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  see({ event: { realmId } }: Followed): void {
    this.#waiting.get(realmId)?.all();
    this.#waiting.delete(realmId);
  }

  /** Resolves with the next event of the organization, when `gone` is aborted, or when the service stops. */
  next(realmId: RealmId, gone: AbortSignal): Promise<void> {
    if (this.#isClosed || gone.aborted) return Promise.resolve();
    const waiting = this.#waiting.get(realmId) ?? new Wakes();
    this.#waiting.set(realmId, waiting);
    return waiting.next(gone);
  }

  /** Resolves after some milliseconds, when `gone` is aborted, or when the service stops. */
  rest(ms: number, gone: AbortSignal): Promise<void> {
    return this.#isClosed || gone.aborted ? Promise.resolve() : this.#resting.next(gone, ms);
  }

  close(): void {
    this.#isClosed = true;
    this.#resting.all();
    for (const waiting of this.#waiting.values()) waiting.all();
    this.#waiting.clear();
  }
}
