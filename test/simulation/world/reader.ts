/** A client that follows its event queue as the API describes it, and keeps the received events. */
import type { Loose } from '../../support/client.ts';
import { list, type Person } from './people.ts';
import type { World } from './world.ts';

export type ReceivedEvent = { readonly eventId: number; readonly type: string; readonly messageId: number };
/** One queue, from its registration to its end. */
export type Followed = {
  readonly queueId: string;
  readonly userId: number;
  readonly after: number;
  readonly received: ReceivedEvent[];
  upTo: number;
};

const lifespanMs = 600_000;
/**
 * A queue must still exist for this long after a poll. It is less than the lifespan, because clocks differ and a process reports polls to the
 * others only twice per lifespan.
 */
const knownIdleMs = { alone: lifespanMs - 2_000, beside: lifespanMs / 2 - 2_000 };

export class Reader {
  readonly queues: Followed[] = [];
  readonly person: Person;
  readonly #world: World;
  readonly #isOver: () => boolean;
  isDone = false;

  constructor(world: World, person: Person, isOver: () => boolean) {
    this.#world = world;
    this.person = person;
    this.#isOver = isOver;
  }

  /** Ends when the world is over and all earlier messages were delivered. */
  async run(): Promise<void> {
    while (!this.#isOver()) await this.#follow();
    this.isDone = true;
  }

  async #follow(): Promise<void> {
    const { chance, scheduler } = this.#world;
    const registered = await this.person.insist('POST', '/register', {
      event_types: ['message', 'update_message', 'delete_message', 'subscription'],
      all_public_streams: chance.happens(0.3),
    });
    if (registered.status !== 200) return this.person.pause(5_000);
    const [queueId, first] = [String(registered.body.queue_id), Number(registered.body.last_event_id)];
    const queue: Followed = {
      queueId,
      userId: this.person.account.userId,
      after: Math.floor(first / 1024),
      received: [],
      upTo: first,
    };
    this.queues.push(queue);
    let polledAt = scheduler.now;
    for (;;) {
      const isLast = this.#isOver();
      if (!isLast && chance.happens(0.02))
        await this.person.pause(chance.below(chance.happens(0.3) ? 1_500_000 : 60_000));
      const began = scheduler.now;
      const reply = await this.person.ask('GET', '/events', {
        queue_id: queue.queueId,
        last_event_id: queue.upTo,
        ...(isLast || chance.happens(0.3) ? { dont_block: true } : {}),
      });
      if (!reply || reply.status === 503) {
        await this.person.pause(100 + chance.below(500));
        continue;
      }
      if (reply.status === 401) return this.person.pause(60_000);
      if (reply.status !== 200) {
        const isIdle = began - polledAt > knownIdleMs[this.#world.isAlone ? 'alone' : 'beside'];
        if (!isIdle) this.#world.fault(`queue ${queueId} ended early: ${JSON.stringify(reply.body)}`);
        return;
      }
      polledAt = scheduler.now;
      const events = list(reply.body.events);
      this.#take(queue, events);
      if (isLast && events.length === 0) return;
    }
  }

  #take(queue: Followed, events: readonly Loose[]): void {
    for (const event of events) {
      const eventId = Number(event.id);
      if (eventId < queue.upTo || (eventId === queue.upTo && String(event.type) !== 'heartbeat'))
        this.#world.fault(`queue ${queue.queueId}: event ${eventId} after ${queue.upTo}`);
      queue.upTo = eventId;
      const type = String(event.type);
      if (type === 'message') queue.received.push({ eventId, type, messageId: Number(event.message?.id) });
      if (type === 'delete_message') queue.received.push({ eventId, type, messageId: Number(event.message_id) });
      if (type === 'update_message' && event.content !== undefined)
        queue.received.push({ eventId, type, messageId: Number(event.message_id) });
    }
  }
}
