/**
 * The requests that wait for a replica. Organizations take turns: a request waits as long as one of another organization waits that has fewer
 * replicas in use. So two organizations with many requests do not keep all replicas from a third one.
 */
import type { RealmId } from '../vocabulary/ids.ts';

type Waiting = { readonly realmId: RealmId; wake: () => void };

/** `inUse`: the number of replicas that an organization has in use. */
export function replicaQueue(inUse: (realmId: RealmId) => number) {
  const waiting = new Set<Waiting>();

  /** Must be called whenever a replica may be free. */
  function wakeAll(): void {
    for (const { wake } of waiting) wake();
  }

  /**
   * Resolves to the result of the function that `prepare` returns. In the turn of the organization it is called whenever a replica may be
   * free, until it returns something. Resolves to undefined after `over` has resolved.
   */
  async function take<T>(
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
        const taken = givesWay(realmId) ? undefined : take();
        if (taken !== undefined || isOver) return taken;
        waiting.add(own);
        await new Promise<void>((wake) => {
          own.wake = wake;
        });
      }
    } finally {
      if (waiting.delete(own)) wakeAll();
    }
  }

  function givesWay(realmId: RealmId): boolean {
    const own = inUse(realmId);
    return [...waiting].some((one) => inUse(one.realmId) < own);
  }

  return { wakeAll, take };
}
