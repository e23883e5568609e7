/**
 * The actions of policies that fail, and not because a store is out of reach. They may fail for as long as this version runs. So they are
 * tried at growing intervals, and no request waits for them. Only one action of a subject is tried at a time.
 */
import type { EventId, RealmId } from '../../vocabulary/ids.ts';
import type { Logger } from '../logger.ts';
import { Outages } from './outages.ts';

const firstPauseMsUsual = 1_000;
/** The longest pause is about four minutes. */
const doublingsMax = 8;
/** A single failure may pass by itself. */
const failuresMin = 2;

export type FailingAction = { readonly realmId: RealmId; readonly policy: string };

export class FailingActions {
  readonly #logger: Pick<Logger, 'error' | 'info'>;
  readonly #firstPauseMs: number;
  readonly outages: Outages;
  /** By subject. */
  readonly #failures = new Map<string, FailingAction & { readonly count: number }>();

  constructor(logger: Pick<Logger, 'error' | 'info'>, firstPauseMs = firstPauseMsUsual) {
    this.#logger = logger;
    this.#firstPauseMs = firstPauseMs;
    this.outages = new Outages(logger);
  }

  /** Logs the failure. Returns the milliseconds until the next try. */
  failed(
    subject: string,
    { realmId, policy, event }: FailingAction & { readonly event: EventId },
    err: unknown,
  ): number {
    if (this.outages.waits(subject, err)) return this.#firstPauseMs;
    const count = (this.#failures.get(subject)?.count ?? 0) + 1;
    this.#failures.set(subject, { realmId, policy, count });
    const retryMs = this.#firstPauseMs * 2 ** Math.min(count - 1, doublingsMax);
    this.#logger.error({ err, policy, event, retryMs }, 'an action of a policy failed; trying again');
    return retryMs;
  }

  succeeded(subject: string): void {
    this.#failures.delete(subject);
    this.outages.resumed(subject);
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
