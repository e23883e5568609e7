/** Ends event queues that nobody polls any more: looked for now and then, decided by the log. */
import type { Millis, QueueId, RealmId } from '../vocabulary/ids.ts';

export type IdleQueue = { readonly realmId: RealmId; readonly queueId: QueueId; readonly idleSince: Millis };

export type SweeperHouse = {
  readonly idle: () => readonly IdleQueue[];
  readonly expire: (queue: IdleQueue) => Promise<void>;
  readonly logger: { error(facts: object, text: string): void };
  /** Milliseconds between two looks; expired queues are to be gone within two minutes (api-facts §0.2a). */
  readonly everyMs?: number;
};

const everyMsDefault = 30_000;

export class Sweeper {
  readonly #house: SweeperHouse;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();

  constructor(house: SweeperHouse) {
    this.#house = house;
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.sweep());
    }, house.everyMs ?? everyMsDefault);
    this.#timer.unref();
  }

  /** Ends what is idle now. One that cannot be ended is tried again at the next look. */
  async sweep(): Promise<void> {
    for (const queue of this.#house.idle()) {
      try {
        await this.#house.expire(queue);
      } catch (error) {
        this.#house.logger.error({ err: error, queue: queue.queueId }, 'an idle queue could not be ended');
      }
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
