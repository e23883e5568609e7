/** People who write without a pause and one who polls, whatever becomes of the stores; and what they were told of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type Answer, type Client, list } from '../support/client.ts';
import { isUnavailable } from './faulty-server.ts';

/** How long a client waits before it sends again what was answered 503. */
const patienceMs = 20;

export class Traffic {
  /** Content → id of what was acknowledged. */
  readonly acknowledged = new Map<string, number>();
  /** Ids in the order in which the queue told of them. */
  readonly polled: number[] = [];
  refused = 0;
  heartbeats = 0;
  #isOver = false;
  #isSent = false;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: { is: () => boolean; resolve: () => void }[] = [];

  /** Registers a queue, and begins. */
  async start(sender: Client, poller: Client, senders = 8): Promise<void> {
    const registered = await poller.post('/register', { event_types: ['message'] });
    expect(registered.status, JSON.stringify(registered.body)).to.equal(200);
    const sending = Promise.all(Array.from({ length: senders }, (_, number) => this.#send(sender, number)));
    const sent = sending.then(() => {
      this.#isSent = true;
    });
    this.#running = Promise.all([sent, this.#poll(poller, registered.body)]);
    // Whoever awaits the end is told of what went wrong; others would wait for ever.
    this.#running.catch(() => this.#look());
  }

  /** So many more messages are acknowledged. */
  acknowledgedMore = (count: number): Promise<void> =>
    this.#until(this.acknowledged.size + count, () => this.acknowledged.size);
  /** So many more messages are polled. */
  polledMore = (count: number): Promise<void> => this.#until(this.polled.length + count, () => this.polled.length);
  /** The queue says so many times more that it has nothing to tell. */
  heartbeatsMore = (count: number): Promise<void> => this.#until(this.heartbeats + count, () => this.heartbeats);

  /** Ends the writing, and then the polling once it has told of everything. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #until(goal: number, standing: () => number): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      this.#waiting.push({ is: () => standing() >= goal, resolve });
    });
    await Promise.race([reached, this.#running.then(() => reached)]);
  }

  #look(): void {
    for (const waiter of this.#waiting.filter(({ is }) => is())) waiter.resolve();
    this.#waiting = this.#waiting.filter(({ is }) => !is());
  }

  async #send(client: Client, sender: number): Promise<void> {
    for (let number = 0; !this.#isOver; number += 1) {
      const content = `${number} of ${sender}`;
      const sent = await client.post('/messages', {
        type: 'stream',
        to: 'general',
        topic: `sender ${sender}`,
        content,
      });
      if (answered(sent)) this.acknowledged.set(content, Number(sent.body.id));
      else {
        this.refused += 1;
        await delay(patienceMs);
      }
      this.#look();
    }
  }

  async #poll(client: Client, { queue_id, last_event_id }: Answer['body']): Promise<void> {
    let last = Number(last_event_id);
    while (!this.#isSent || this.polled.length < this.acknowledged.size) {
      const answer = await client.get('/events', { queue_id, last_event_id: last });
      if (!answered(answer)) continue;
      for (const event of list(answer.body.events)) {
        last = Number(event.id);
        if (String(event.type) === 'message') this.polled.push(Number(event.message?.id));
        else this.heartbeats += 1;
      }
      this.#look();
    }
  }
}

/** False: 503, and when to come back. Nothing else is an answer to somebody who asked for nothing wrong. */
function answered(answer: Answer): boolean {
  expect(answer.status === 200 || isUnavailable(answer), `${answer.status} ${JSON.stringify(answer.body)}`).to.equal(
    true,
  );
  return answer.status === 200;
}

/** Everything that stands in the stream, content → ids. */
export async function standing(client: Client): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  const narrow = [{ operator: 'stream', operand: 'general' }];
  for (let last = 0; ; ) {
    const range = { anchor: last + 1, num_before: 0, num_after: 1000, apply_markdown: false };
    const { status, body } = await client.get('/messages', { ...range, narrow });
    expect(status, JSON.stringify(body)).to.equal(200);
    for (const { id, content } of list(body.messages)) {
      found.set(String(content), [...(found.get(String(content)) ?? []), Number(id)]);
      last = Number(id);
    }
    if (String(body.found_newest) === 'true') return found;
  }
}
