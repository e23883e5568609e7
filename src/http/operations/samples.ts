/**
 * How the service was in the last hour: samples at equal intervals, in memory. A sample takes microseconds, and two numbers for each
 * organization.
 */
import type { RealmId } from '../../vocabulary/ids.ts';
import { sampledRealmsMax, samplesMax } from '../../vocabulary/limits.ts';

/** Of the whole service, or of this process of it. */
export type ServiceSample = {
  /** UTC milliseconds. */
  readonly at: number;
  readonly memoryBytes: number;
  readonly heapBytes: number;
  /** Shares of one processor, and of the time of the event loop, since the sample before. */
  readonly cpu: number;
  readonly busy: number;
  /** Events that the read models have not absorbed. */
  readonly lagEvents: number;
};
/** The difference of two `lastMessageId` tells how many messages were sent between the samples. */
export type RealmSample = { readonly queues: number; readonly lastMessageId: number };
export type Sample = ServiceSample & Partial<RealmSample>;

export type SampleSources = {
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
      if (realms.size === sampledRealmsMax) break;
      realms.set(realmId, sample);
    }
    this.#taken.push({ service: this.#sources.service(), realms });
    if (this.#taken.length > samplesMax) this.#taken.shift();
  }

  /** Oldest first. */
  of(realmId: RealmId): Sample[] {
    return this.#taken.map(({ service, realms }) => ({ ...service, ...realms.get(realmId) }));
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
