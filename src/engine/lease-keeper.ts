/**
 * Whether this process projects: one at a time does, by a lease of the read store that is renewed while it lives. When the holder
 * dies, or loses the store for too long, another takes over where the checkpoint stands.
 */
import type { Lease, ReadStore } from '../ports/read-store.ts';
import type { Logger } from './logger.ts';

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
  #onTaken: () => Promise<void> = () => Promise.resolve();

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
    const taken = granted !== undefined && granted.token !== this.#lease?.token;
    if (this.#lease && !granted) this.#logger.warn({}, 'another process projects now');
    this.#lease = granted;
    if (taken) await this.#onTaken();
    return granted;
  }

  /** Another was granted it: told by whoever used it in vain. */
  lost(): void {
    if (this.#lease) this.#logger.warn({}, 'another process projects now');
    this.#lease = undefined;
  }

  /** Renews it, or asks for it, three times in its life; calls `onTaken` each time it comes to this process. */
  keep(onTaken: () => Promise<void>): void {
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
