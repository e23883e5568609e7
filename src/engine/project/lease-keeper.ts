/**
 * Keeps the lease of the read store. The process that holds it projects, and renews it while it runs. When that process ends, or cannot
 * reach the store for too long, another one takes over at the checkpoint.
 */
import type { Lease, ReadStore } from '../../ports/read-store.ts';
import type { Logger } from '../logger.ts';

/** The duration of a lease: another process waits this long for one that has died. */
const leaseMsDefault = 15_000;

export class LeaseKeeper {
  readonly #store: ReadStore;
  readonly #holder: string;
  readonly #leaseMs: number;
  readonly #logger: Logger;
  #lease: Lease | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> = Promise.resolve();
  #prepare: (lease: Lease) => Promise<boolean> = () => Promise.resolve(true);
  #onTaken: () => void = () => undefined;
  /** Called when this process has lost the lease to another one. */
  onLost: () => void = () => undefined;

  constructor(store: ReadStore, holder: string, logger: Logger, leaseMs = leaseMsDefault) {
    this.#store = store;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
    this.#logger = logger;
  }

  /** The lease, if this process holds it. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Requests the lease from the store once, or renews it. */
  async ask(): Promise<Lease | undefined> {
    const granted = await this.#store.takeLease(this.#holder, this.#leaseMs);
    if (granted && granted.token === this.#lease?.token) return granted;
    if (this.#lease) this.lost(this.#lease);
    // The lease may be used only after `prepare` has resolved.
    if (!granted || !(await this.#prepare(granted))) return undefined;
    this.#lease = granted;
    this.#onTaken();
    return granted;
  }

  /** A commit has shown that the store granted the lease to another process. */
  lost(lease: Lease): void {
    if (this.#lease?.token !== lease.token) return;
    this.#logger.warn({}, 'another process projects now');
    this.#lease = undefined;
    this.onLost();
  }

  /**
   * Renews the lease, or requests it, three times within its duration. Each time it is newly granted, `prepare` decides whether it can be
   * used, and then `onTaken` is called.
   */
  keep(prepare: (lease: Lease) => Promise<boolean>, onTaken: () => void): void {
    this.#prepare = prepare;
    this.#onTaken = onTaken;
    this.#timer = setInterval(() => {
      this.#asking = this.#asking
        .then(() => this.ask())
        .then(
          () => undefined,
          // The store is out of reach. The lease expires by itself, and commits fail then.
          (error: unknown) => this.#logger.debug({ err: error }, 'the lease could not be renewed'),
        );
    }, this.#leaseMs / 3);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#asking;
  }
}
