/**
 * The requests that wait for a replica. Organizations take turns: a request waits as long as one of another organization waits that has fewer
 * replicas in use. So two organizations with many requests do not keep all replicas from a third one.
 */
import type { RealmId } from '../vocabulary/ids.ts';

type Waiting = { readonly realmId: RealmId; wake: () => void };

export class Turns {
  readonly #inUse: (realmId: RealmId) => number;
  readonly #waiting = new Set<Waiting>();

  /** `inUse`: the number of replicas that an organization has in use. */
  constructor(inUse: (realmId: RealmId) => number) {
    this.#inUse = inUse;
  }

  /** Must be called whenever a replica may be free. */
  wakeAll(): void {
    for (const { wake } of this.#waiting) wake();
  }

  /**
   * Resolves to the result of the function that `prepare` returns. In the turn of the organization it is called whenever a replica may be
   * free, until it returns something. Resolves to undefined after `over` has resolved.
   */
  async take<T>(
    realmId: RealmId,
    over: Promise<unknown>,
    prepare: () => Promise<() => T | undefined>,
  ): Promise<T | undefined> {
    const own: Waiting = { realmId, wake: () => undefined };
    let isOver = false;
    void over.then(() => {
      isOver = true;
      own.wake();
    });
    try {
      for (;;) {
        const take = await prepare();
        const taken = this.#givesWay(realmId) ? undefined : take();
        if (taken !== undefined || isOver) return taken;
        this.#waiting.add(own);
        await new Promise<void>((wake) => {
          own.wake = wake;
        });
      }
    } finally {
      if (this.#waiting.delete(own)) this.wakeAll();
    }
  }

  #givesWay(realmId: RealmId): boolean {
    const own = this.#inUse(realmId);
    return [...this.#waiting].some((one) => this.#inUse(one.realmId) < own);
  }
}
