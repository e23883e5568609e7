/**
 * The lease of the read store: the process that holds it projects, and renews it while it lives. When it dies, or cannot reach the
 * store for too long, another process takes over at the checkpoint.
 */
import type { Lease, ReadStore } from '../../ports/read-store.ts';
import type { Logger } from '../logger.ts';

/** How long a lease lasts: another process waits so long for one that has died. */
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
  /** Called when another process has the lease that this one had. */
  onLost: () => void = () => undefined;

  constructor(store: ReadStore, holder: string, logger: Logger, leaseMs = leaseMsDefault) {
    this.#store = store;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
    this.#logger = logger;
  }

  /** The lease, where this process has it. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Asks the store for the lease, or renews it, once. */
  async ask(): Promise<Lease | undefined> {
    const granted = await this.#store.takeLease(this.#holder, this.#leaseMs);
    if (granted && granted.token === this.#lease?.token) return granted;
    if (this.#lease) this.lost(this.#lease);
    // It may be used only when `prepare` has resolved.
    if (!granted || !(await this.#prepare(granted))) return undefined;
    this.#lease = granted;
    this.#onTaken();
    return granted;
  }

  /** Another process was granted the lease, as a commit under this one has shown. */
  lost(lease: Lease): void {
    if (this.#lease?.token !== lease.token) return;
    this.#logger.warn({}, 'another process projects now');
    this.#lease = undefined;
    this.onLost();
  }

  /**
   * Renews the lease, or asks for it, three times within its duration. Each time this process is granted it, `prepare` decides
   * whether it can be used; then `onTaken` is called.
   */
  keep(prepare: (lease: Lease) => Promise<boolean>, onTaken: () => void): void {
    this.#prepare = prepare;
    this.#onTaken = onTaken;
    this.#timer = setInterval(() => {
      this.#asking = this.#asking
        .then(() => this.ask())
        .then(
          () => undefined,
          // The store is out of reach. The lease ends by itself, and commits fail then.
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
