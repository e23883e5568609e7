/**
 * The state of the service in the last hour, as samples at equal intervals in memory. A sample takes microseconds, and needs two numbers
 * for each organization.
 */
import type { RealmId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';

/** A sample of the whole service, or of this process. */
export type ServiceSample = {
  /** UTC milliseconds. */
  readonly at: number;
  readonly memoryBytes: number;
  readonly heapBytes: number;
  /** Shares of one processor, and of the event loop's time, since the previous sample. */
  readonly cpu: number;
  readonly busy: number;
  /** Events that the read models have not absorbed. */
  readonly lagEvents: number;
};
/** The difference between two `lastMessageId` is the number of messages that were sent between the samples. */
export type RealmSample = { readonly queues: number; readonly lastMessageId: number };
export type Sample = ServiceSample & Partial<RealmSample>;

type SampleSources = {
  readonly service: () => ServiceSample;
  readonly realms: () => Iterable<readonly [RealmId, RealmSample]>;
};

type Taken = { readonly service: ServiceSample; readonly realms: ReadonlyMap<RealmId, RealmSample> };

const sampleEveryMs = 15_000;

export class Samples {
  readonly #sources: SampleSources;
  readonly #taken: Taken[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(sources: SampleSources) {
    this.#sources = sources;
    this.#timer = setInterval(() => this.take(), sampleEveryMs);
    this.#timer.unref();
    this.take();
  }

  take(): void {
    const realms = new Map<RealmId, RealmSample>();
    for (const [realmId, sample] of this.#sources.realms()) {
      if (realms.size === limits.sampledRealmsMax) break;
      realms.set(realmId, sample);
    }
    this.#taken.push({ service: this.#sources.service(), realms });
    if (this.#taken.length > limits.samplesMax) this.#taken.shift();
  }

  /** Oldest first. */
  of(realmId: RealmId): Sample[] {
    return this.#taken.map(({ service, realms }) => ({ ...service, ...realms.get(realmId) }));
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
