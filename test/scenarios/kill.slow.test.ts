/**
 * A process that is killed loses nothing that it has acknowledged. 64 senders write and a queue is polled when the process gets SIGKILL.
 * After the restart every acknowledged message is listed, and the queue delivers every message exactly once.
 */
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import { type Client, list } from '../support/client.ts';
import { type Started, startHere } from '../support/start-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const senders = 64;
/** Number of acknowledgements before the kill. Different numbers hit the process at different points of its work. */
const killAfter = [40, 150];

describe('kill -9 while 64 senders write', function () {
  this.timeout(180_000);
  const data = temporaryFolder();
  let server: Started;

  before(async () => {
    server = await startChild(data);
  });
  after(() => server.kill());

  for (const [index, enough] of killAfter.entries()) {
    it(`loses no acknowledged message and delivers none twice (after ${enough})`, async () => {
      const registered = await server.as('admin').post('/register', { event_types: ['message'] });
      const queue = { queue_id: registered.body.queue_id, last_event_id: Number(registered.body.last_event_id) };
      const acknowledged: number[] = [];
      const polled: number[] = [];
      const killed = new Promise<void>((resolve) => {
        const whenEnough = async (): Promise<void> => {
          if (acknowledged.length !== enough) return;
          await server.kill();
          resolve();
        };
        for (let sender = 0; sender < senders; sender += 1)
          void sendUntilDead(server.as('member'), sender, acknowledged, whenEnough);
        void pollUntilDead(server.as('admin'), queue, polled);
      });
      await killed;
      server = await (index < killAfter.length - 1 ? startChild : startHere)(data);
      const admin = server.as('admin');
      const inLog = await listed(admin, Math.min(...acknowledged));
      expect(acknowledged.filter((id) => !inLog.has(id))).to.deep.equal([]);
      for (;;) {
        const answer = await admin.get('/events', { ...queue, dont_block: true });
        expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
        if (list(answer.body.events).length === 0) break;
        take(answer.body, queue, polled);
      }
      expect(polled.length).to.equal(new Set(polled).size);
      const first = Math.min(...acknowledged);
      expect([...polled].filter((id) => id >= first).sort((a, b) => a - b)).to.deep.equal(
        [...inLog].sort((a, b) => a - b),
      );
    });
  }
});

/** A sender ends when it gets no answer. It remembers every acknowledged message. */
async function sendUntilDead(
  client: Client,
  sender: number,
  acknowledged: number[],
  then: () => Promise<void>,
): Promise<void> {
  for (let number = 0; ; number += 1) {
    const message = { type: 'stream', to: 'general', topic: `sender ${sender}`, content: `message ${number}` };
    const answer = await client.post('/messages', message).catch(() => undefined);
    if (answer === undefined) return;
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    acknowledged.push(Number(answer.body.id));
    await then();
  }
}

type Queue = { queue_id: unknown; last_event_id: number };

async function pollUntilDead(client: Client, queue: Queue, polled: number[]): Promise<void> {
  for (;;) {
    const answer = await client.get('/events', { ...queue }).catch(() => undefined);
    if (answer === undefined) return;
    take(answer.body, queue, polled);
  }
}

function take(body: Awaited<ReturnType<Client['get']>>['body'], queue: Queue, polled: number[]): void {
  for (const event of list(body.events)) {
    queue.last_event_id = Number(event.id);
    if (String(event.type) === 'message') polled.push(Number(event.message?.id));
  }
}

/** Ids of all messages of the stream, beginning with `first`. */
async function listed(client: Client, first: number): Promise<Set<number>> {
  const narrow = [{ operator: 'stream', operand: 'general' }];
  const answer = await client.get('/messages', { anchor: first, num_before: 0, num_after: 4999, narrow });
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  return new Set(
    list(answer.body.messages)
      .map((message) => Number(message.id))
      .filter((id) => id >= first),
  );
}
