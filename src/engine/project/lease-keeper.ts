/**
 * Keeps the lease of the read store. The process that holds it projects, and renews it while it runs. When that process ends, or cannot
 * reach the store for too long, another one takes over at the checkpoint.
 */
import type { Lease, ReadStore } from '../../ports/read-store.ts';
import type { Logger } from '../logger.ts';

/** The duration of a lease: another process waits this long for one that has died. */
const leaseMsDefault = 15_000;

export type LeaseKeeper = ReturnType<typeof leaseKeeper>;

export function leaseKeeper(store: ReadStore, holder: string, logger: Logger, leaseMs = leaseMsDefault) {
  let lease: Lease | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> = Promise.resolve();
  let prepared: (lease: Lease) => Promise<boolean> = () => Promise.resolve(true);
  let taken: () => void = () => undefined;

  const keeper = {
    /** Called when this process has lost the lease to another one. */
    onLost: (): void => undefined,

    /** The lease, if this process holds it. */
    get lease(): Lease | undefined {
      return lease;
    },

    /** Requests the lease from the store once, or renews it. */
    async ask(): Promise<Lease | undefined> {
      const granted = await store.takeLease(holder, leaseMs);
      if (granted && granted.token === lease?.token) return granted;
      if (lease) keeper.lost(lease);
      // The lease may be used only after `prepare` has resolved.
      if (!granted || !(await prepared(granted))) return undefined;
      lease = granted;
      taken();
      return granted;
    },

    /** A commit has shown that the store granted the lease to another process. */
    lost({ token }: Lease): void {
      if (lease?.token !== token) return;
      logger.warn({}, 'another process projects now');
      lease = undefined;
      keeper.onLost();
    },

    /**
     * Renews the lease, or requests it, three times within its duration. Each time it is newly granted, `prepare` decides whether it can be
     * used, and then `onTaken` is called.
     */
    keep(prepare: (lease: Lease) => Promise<boolean>, onTaken: () => void): void {
      prepared = prepare;
      taken = onTaken;
      timer = setInterval(() => {
        asking = asking
          .then(() => keeper.ask())
          .then(
            () => undefined,
            // The store is out of reach. The lease expires by itself, and commits fail then.
            (error: unknown) => logger.debug({ err: error }, 'the lease could not be renewed'),
          );
      }, leaseMs / 3);
      timer.unref();
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await asking;
    },
  };
  return keeper;
}
