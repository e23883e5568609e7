/**
 * The actions of policies that fail, and not because a store is out of reach. They may fail for as long as this version runs. So they are
 * tried ever more rarely, and no request waits for them. Only one action of a subject is tried at a time.
 */
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { FileStoreUnavailable } from '../../ports/file-store.ts';
import { ReadStoreUnavailable } from '../../ports/read-store.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';

const firstPauseMs = 1_000;
/** The longest pause is about four minutes. */
const doublingsMax = 8;
/** A single failure may pass by itself. */
const failuresMin = 2;

export type FailingAction = { readonly realmId: RealmId; readonly policy: string };

export class FailingActions {
  /** By subject. */
  readonly #failures = new Map<string, FailingAction & { readonly count: number }>();

  /** Returns the milliseconds until the next try. */
  failed(subject: string, { realmId, policy }: FailingAction, error: unknown): number {
    if (isOfStore(error)) return firstPauseMs;
    const count = (this.#failures.get(subject)?.count ?? 0) + 1;
    this.#failures.set(subject, { realmId, policy, count });
    return firstPauseMs * 2 ** Math.min(count - 1, doublingsMax);
  }

  succeeded(subject: string): void {
    this.#failures.delete(subject);
  }

  isFailing(subject: string): boolean {
    return (this.#failures.get(subject)?.count ?? 0) >= failuresMin;
  }

  all(): FailingAction[] {
    return [...this.#failures.values()]
      .filter(({ count }) => count >= failuresMin)
      .map(({ realmId, policy }) => ({ realmId, policy }));
  }
}

const isOfStore = (error: unknown): boolean =>
  error instanceof EventLogUnavailable ||
  error instanceof ReadStoreUnavailable ||
  error instanceof FileStoreUnavailable ||
  (error instanceof Refused && error.refusal.code === 'unavailable');
