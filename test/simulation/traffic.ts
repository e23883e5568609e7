/** Users who write continuously and one who polls while stores fail, and the answers that they got. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type Answer, type Client, list } from '../support/client.ts';
import { isUnavailable } from './faulty-server.ts';

/** The delay before a client repeats a request that was answered 503. */
const patienceMs = 100;

export class Traffic {
  /** Content → id of acknowledged messages. */
  readonly acknowledged = new Map<string, number>();
  /** Message ids in the order in which the queue delivered them. */
  readonly polled: number[] = [];
  /** Between two messages of one sender, so that the number held during an outage does not depend on the speed of the machine. */
  pauseMs = 30;
  refused = 0;
  heartbeats = 0;
  #isOver = false;
  #isSent = false;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: { is: () => boolean; resolve: () => void }[] = [];

  /** Registers a queue and starts to write and poll. */
  async start(sender: Client, poller: Client, senders = 3): Promise<void> {
    const registered = await poller.post('/register', { event_types: ['message'] });
    expect(registered.status, JSON.stringify(registered.body)).to.equal(200);
    const sending = Promise.all(Array.from({ length: senders }, (_, number) => this.#send(sender, number)));
    const sent = sending.then(() => {
      this.#isSent = true;
    });
    this.#running = Promise.all([sent, this.#poll(poller, registered.body)]);
    // A failure also rejects the promises of callers that wait for progress, which would otherwise wait forever.
    this.#running.catch(() => this.#look());
  }

  /** Resolves when this many more messages are acknowledged. */
  acknowledgedMore = (count: number): Promise<void> =>
    this.#until(this.acknowledged.size + count, () => this.acknowledged.size);
  /** Resolves when this many more messages are polled. */
  polledMore = (count: number): Promise<void> => this.#until(this.polled.length + count, () => this.polled.length);
  /** Resolves after this many more heartbeats of the queue. */
  heartbeatsMore = (count: number): Promise<void> => this.#until(this.heartbeats + count, () => this.heartbeats);

  /** Stops writing, and stops polling when all acknowledged messages were delivered. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #until(goal: number, count: () => number): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      this.#waiting.push({ is: () => count() >= goal, resolve });
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
      const isAnswered = answered(sent);
      if (isAnswered) this.acknowledged.set(content, Number(sent.body.id));
      else this.refused += 1;
      this.#look();
      await delay(isAnswered ? this.pauseMs : patienceMs);
    }
  }

  async #poll(client: Client, { queue_id, last_event_id }: Answer['body']): Promise<void> {
    let last = Number(last_event_id);
    while (!this.#isSent || this.polled.length < this.acknowledged.size) {
      const answer = await client.get('/events', { queue_id, last_event_id: last });
      if (!answered(answer)) {
        await delay(patienceMs);
        continue;
      }
      for (const event of list(answer.body.events)) {
        last = Number(event.id);
        if (String(event.type) === 'message') this.polled.push(Number(event.message?.id));
        else this.heartbeats += 1;
      }
      this.#look();
    }
  }
}

/** Whether the request succeeded. False for a 503 with Retry-After. Throws for any other answer, because the requests are valid. */
function answered(answer: Answer): boolean {
  expect(answer.status === 200 || isUnavailable(answer), `${answer.status} ${JSON.stringify(answer.body)}`).to.equal(
    true,
  );
  return answer.status === 200;
}

/** All messages of the stream, content → ids. */
export async function listedMessages(client: Client): Promise<Map<string, number[]>> {
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
