/**
 * Whether this process projects: one at a time does, by a lease of the read store that is renewed while it lives. When the holder
 * dies, or loses the store for too long, another takes over where the checkpoint stands.
 */
import type { Lease, ReadStore } from '../../ports/read-store.ts';
import type { Logger } from '../logger.ts';

/** For how long a lease is good: so long another process waits for one that has died. */
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

  constructor(store: ReadStore, holder: string, logger: Logger, leaseMs = leaseMsDefault) {
    this.#store = store;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
    this.#logger = logger;
  }

  /** The right to project, where this process has it. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Asks once, now. */
  async ask(): Promise<Lease | undefined> {
    const granted = await this.#store.takeLease(this.#holder, this.#leaseMs);
    if (granted && granted.token === this.#lease?.token) return granted;
    if (this.#lease && !granted) this.#logger.warn({}, 'another process projects now');
    // Nobody may use it before all is ready for it.
    this.#lease = undefined;
    if (!granted || !(await this.#prepare(granted))) return undefined;
    this.#lease = granted;
    this.#onTaken();
    return granted;
  }

  /** Another was granted one: told by whoever used this one in vain. */
  lost(lease: Lease): void {
    if (this.#lease?.token !== lease.token) return;
    this.#logger.warn({}, 'another process projects now');
    this.#lease = undefined;
  }

  /**
   * Renews it, or asks for it, three times in its life. Each time it comes to this process, `prepare` answers whether it can be
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
          // Out of reach: the right runs out by itself, and whatever is committed meanwhile tells.
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
