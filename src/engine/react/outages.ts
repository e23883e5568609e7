/**
 * Work that waits because a store is out of reach. An outage is logged once when it begins and once when it is over, however much work waits
 * and however often it is tried.
 */
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { FileStoreUnavailable } from '../../ports/file-store.ts';
import { ReadStoreUnavailable } from '../../ports/read-store.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import type { Logger } from '../logger.ts';

type Store = 'event log' | 'read store' | 'file store';

function storeOf(error: unknown): Store | undefined {
  if (error instanceof ReadStoreUnavailable) return 'read store';
  if (error instanceof FileStoreUnavailable) return 'file store';
  const isOfLog =
    error instanceof Refused ? error.refusal.code === 'unavailable' : error instanceof EventLogUnavailable;
  return isOfLog ? 'event log' : undefined;
}

export class Outages {
  readonly #logger: Pick<Logger, 'error' | 'info'>;
  readonly #waiting = new Map<Store, Set<string>>();

  constructor(logger: Pick<Logger, 'error' | 'info'>) {
    this.#logger = logger;
  }

  /** Whether this is the failure of a store, for which the work waits. */
  waits(work: string, err: unknown): boolean {
    const store = storeOf(err);
    const waiting = store && this.#waiting.get(store);
    if (waiting) waiting.add(work);
    else if (store) {
      this.#waiting.set(store, new Set([work]));
      this.#logger.error({ err, store }, 'policies wait for a store that is out of reach');
    }
    for (const other of this.#waiting.keys()) if (other !== store) this.#leave(other, work);
    return store !== undefined;
  }

  /** The work waits for no store any more. */
  resumed(work: string): void {
    for (const store of this.#waiting.keys()) this.#leave(store, work);
  }

  #leave(store: Store, work: string): void {
    const waiting = this.#waiting.get(store);
    if (!waiting?.delete(work) || waiting.size > 0) return;
    this.#waiting.delete(store);
    this.#logger.info({ store }, 'policies no longer wait for the store');
  }
}
