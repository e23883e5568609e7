/**
 * Stores with random failures, delays and repeated operations while users write, edit and poll. Readers and pollers get every
 * acknowledged message once, and no refused one. `SEED=…` repeats the faults of a run.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Answer, type Client, list, type Parameters } from '../support/client.ts';
import { seedOfRun } from './chance.ts';
import { type FaultyServer, isUnavailable, startFaulty } from './faulty-server.ts';

const seed = seedOfRun();
const senders = 6;
const messagesEach = 16;

describe(`stores with random faults (SEED=${seed})`, () => {
  let server: FaultyServer;
  const acknowledged = new Map<string, number>();
  const refused = new Set<string>();
  const edited = new Map<number, string>();
  const muted = new Map<number, boolean>();
  const polled: number[] = [];
  let isOver = false;

  before(async () => {
    server = await startFaulty({ VERBATIM_READ_WAIT_MS: '2000', VERBATIM_HEARTBEAT_SECS: '1' }, { seed });
  });
  after(() => server.stop());

  const answered = (answer: Answer): boolean => {
    const fine = answer.status === 200 || isUnavailable(answer);
    expect(fine, `${answer.status} ${JSON.stringify(answer.body)}`).to.equal(true);
    return answer.status === 200;
  };
  /** Repeats a request until it is not answered 503. */
  const untilAnswered = async (call: () => Promise<Answer>): Promise<Answer['body']> => {
    for (;;) {
      const answer = await call();
      if (answered(answer)) return answer.body;
    }
  };

  async function send(client: Client, sender: number): Promise<void> {
    const topic = `sender ${sender}`;
    for (let number = 0; number < messagesEach; number += 1) {
      const content = `${number} of ${sender}`;
      const sent = await client.post('/messages', { type: 'stream', to: 'general', topic, content });
      if (!answered(sent)) {
        refused.add(content);
        continue;
      }
      const id = Number(sent.body.id);
      acknowledged.set(content, id);
      edited.set(id, content);
      if (number % 3 === 0) {
        const changed = `${content}, changed`;
        if (answered(await client.patch(`/messages/${id}`, { content: changed }))) edited.set(id, changed);
      }
      if (number % 5 === 0) await toggle(client, sender, topic);
      answered(await client.get('/messages', { anchor: id, num_before: 0, num_after: 0 }));
    }
  }

  async function toggle(client: Client, sender: number, topic: string): Promise<void> {
    const is = muted.get(sender) ?? false;
    const change: Parameters = { stream: 'general', topic, op: is ? 'remove' : 'add' };
    if (answered(await client.patch('/users/me/subscriptions/muted_topics', change))) muted.set(sender, !is);
  }

  async function poll(client: Client, { queue_id, last_event_id }: Answer['body']): Promise<void> {
    let last = Number(last_event_id);
    while (!isOver || polled.length < acknowledged.size) {
      const { events } = await untilAnswered(() => client.get('/events', { queue_id, last_event_id: last }));
      for (const event of list(events)) {
        last = Number(event.id);
        if (String(event.type) === 'message') polled.push(Number(event.message?.id));
      }
    }
  }

  const everything = async (): Promise<Map<number, string>> => {
    const range = { anchor: 'oldest', num_before: 0, num_after: 5000, apply_markdown: false };
    const narrow = [{ operator: 'stream', operand: 'general' }];
    const { body } = await server.as('owner').get('/messages', { ...range, narrow });
    return new Map(list(body.messages).map((message) => [Number(message.id), String(message.content)]));
  };

  it('answer every request with its result or a 503', async () => {
    const polling = poll(
      server.as('admin'),
      (await server.as('admin').post('/register', { event_types: ['message'] })).body,
    );
    Object.assign(server.logFaults, { fails: 0.1, slow: 0.1, twice: 0.2 });
    Object.assign(server.storeFaults, { fails: 0.05, slow: 0.1, twice: 0.2, unanswered: 0.1 });
    await Promise.all(Array.from({ length: senders }, (_, sender) => send(server.as('member'), sender)));
    const none = { fails: 0, slow: 0, twice: 0, unanswered: 0 };
    Object.assign(server.logFaults, none);
    Object.assign(server.storeFaults, none);
    isOver = true;
    await polling;
    expect(acknowledged.size).to.be.greaterThan(0);
    expect(refused.size).to.be.greaterThan(0);
  });

  it('keep every acknowledged message once, and no refused one', async () => {
    await server.application.caughtUp();
    expect([...(await everything())].sort(([a], [b]) => a - b)).to.deep.equal([...edited].sort(([a], [b]) => a - b));
  });

  it('deliver each message once to pollers', () => {
    expect([...polled].sort((a, b) => a - b)).to.deep.equal([...acknowledged.values()].sort((a, b) => a - b));
  });

  it('keep settings as they were last acknowledged', async () => {
    const { body } = await server.as('member').post('/register', { fetch_event_types: ['muted_topics'] });
    const topics = list(body.muted_topics).map((entry) => String(entry[1]));
    const expected = [...muted].filter(([, is]) => is).map(([sender]) => `sender ${sender}`);
    expect(topics.sort()).to.deep.equal(expected.sort());
  });

  it('leave read models that are equal to rebuilt ones', async () => {
    const before = await everything();
    await server.stop();
    rmSync(join(server.data, 'read-models'), { recursive: true });
    await server.start();
    expect(await everything()).to.deep.equal(before);
  });
});
