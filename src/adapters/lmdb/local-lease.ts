/** The lease of the embedded read store. Only one process uses the store, so the lease is kept in memory. */
import { type Lease, LeaseLost, type ReadStore, type ReplacementStore } from '../../ports/read-store.ts';

export const localLease = () => {
  let token = 0;
  let holder: string | undefined;
  let until = 0;

  return {
    take(asking: string, ttlMs: number): Lease | undefined {
      const now = performance.now();
      if (asking !== holder) {
        if (holder !== undefined && now < until) return undefined;
        holder = asking;
        token += 1;
      }
      until = now + ttlMs;
      return { token };
    },

    assertHeld(lease: Lease): void {
      if (lease.token !== token) throw new LeaseLost('another projector has taken over the read models');
    },
  };
};

export type LocalLease = ReturnType<typeof localLease>;

/** Gives a store that only this process uses the lease of another store. */
export const lentTo = async (store: ReadStore, lease: LocalLease): Promise<ReplacementStore> => {
  const own = await store.takeLease('lent', Number.MAX_SAFE_INTEGER);
  if (own === undefined) throw new Error('somebody else has the lease of a store that was just made');
  return {
    ...store,
    async commit(writes, checkpoint, held) {
      lease.assertHeld(held);
      await store.commit(writes, checkpoint, own);
    },
  };
};
