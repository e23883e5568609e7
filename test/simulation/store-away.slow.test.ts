/** An unreachable read store: GETs are answered 503, writes and event queues in memory continue, read models catch up afterwards. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sendMessage } from '../../commands/message/send-message.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { type Answer, type Client, list } from '../support/client.ts';
import { realmId } from '../support/given.ts';
import { type FaultyServer, isUnavailable, startFaulty } from './faulty-server.ts';

const toGeneral = (content: string) => ({ type: 'stream', to: 'general', topic: 'away', content });
const succeeded = (answer: Answer): Answer['body'] => {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  return answer.body;
};

describe('an unreachable read store', () => {
  let server: FaultyServer;
  let member: Client;
  let admin: Client;

  before(async () => {
    server = await startFaulty({ VERBATIM_READ_WAIT_MS: '200', VERBATIM_HEARTBEAT_SECS: '20' });
    member = server.as('member');
    admin = server.as('admin');
  });
  after(() => server.stop());
  afterEach(() => Object.assign(server.storeFaults, { away: false, fails: 0, unanswered: 0 }));

  const registered = async (): Promise<{ queue_id: unknown; last_event_id: unknown }> => {
    const { queue_id, last_event_id } = succeeded(await admin.post('/register', { event_types: ['message'] }));
    return { queue_id, last_event_id };
  };
  /** The contents of the messages of one poll, which acknowledges them. */
  const polled = async (queue: { queue_id: unknown; last_event_id: unknown }): Promise<string[]> => {
    const events = list(succeeded(await admin.get('/events', queue)).events);
    queue.last_event_id = Number(events.at(-1)?.id ?? queue.last_event_id);
    return events.filter(({ type }) => String(type) === 'message').map(({ message }) => String(message?.content));
  };
  const listed = async (): Promise<string[]> => {
    const narrow = [{ operator: 'topic', operand: 'away' }];
    const found = await admin.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5000, narrow });
    return list(succeeded(found).messages).map(({ content }) => String(content));
  };

  for (const path of ['/messages?anchor=newest&num_before=5&num_after=0', '/users', '/streams', '/server_settings'])
    it(`GET ${path.split('?')[0]} is answered 503 with Retry-After`, async () => {
      server.storeFaults.away = true;
      const answer = await member.get(path);
      server.storeFaults.away = false;
      expect(isUnavailable(answer), JSON.stringify(answer)).to.equal(true);
      await server.application.caughtUp();
      succeeded(await member.get(path));
    });

  it('a failure in the middle of a read is a 503 too', async () => {
    server.storeFaults.fails = 0.5;
    const statuses = new Set<number>();
    for (let turn = 0; turn < 30; turn += 1) statuses.add((await member.get('/users')).status);
    server.storeFaults.fails = 0;
    expect([...statuses].sort()).to.deep.equal([200, 503]);
  });

  it('writes continue, queues in memory deliver them, and read models have them afterwards', async () => {
    const queue = await registered();
    server.storeFaults.away = true;
    const waiting = polled(queue);
    succeeded(await member.post('/messages', toGeneral('while it was away')));
    expect(await waiting).to.deep.equal(['while it was away']);
    expect(isUnavailable(await admin.get('/messages', { anchor: 1, num_before: 0, num_after: 1 }))).to.equal(true);
    const refused = await member.post('/register', {});
    expect(isUnavailable(refused), JSON.stringify(refused)).to.equal(true);
    server.storeFaults.away = false;
    await server.application.caughtUp();
    expect(await listed()).to.deep.equal(['<p>while it was away</p>']);
  });

  it('a long outage does not delay queues: more than one batch is kept in memory', async () => {
    const queue = await registered();
    server.storeFaults.away = true;
    // Without HTTP, which is not tested here.
    const by = { realmId, userId: member.account.user_id as UserId, client: 'test', requestId: 'outage' };
    const to = { kind: 'channel', channel: 'general', topic: 'away' } as const;
    let sent = 0;
    const sender = async (): Promise<void> => {
      while (sent < 2_100) {
        sent += 1;
        await server.application.services.run(sendMessage, { to, content: `number ${sent}` }, by);
      }
    };
    const poller = async (): Promise<number> => {
      let count = 0;
      while (count < 2_100) count += (await polled(queue)).length;
      return count;
    };
    const [count] = await Promise.all([poller(), ...Array.from({ length: 32 }, sender)]);
    expect(count).to.equal(2_100);
    const { text } = await server.ask('/metrics');
    expect(Number(/^verbatim_read_model_lag_events\{model="messages"\} (\d+)$/m.exec(text)?.[1])).to.be.at.least(2_100);
    server.storeFaults.away = false;
    await server.application.caughtUp();
    expect(await listed()).to.have.length(2_101);
  });

  it('a queue from before a restart is answered 503 and misses nothing', async () => {
    const queue = await registered();
    succeeded(await member.post('/messages', toGeneral('before the restart')));
    await server.application.caughtUp();
    await server.restart();
    server.storeFaults.away = true;
    const answer = await admin.get('/events', queue);
    expect(isUnavailable(answer), JSON.stringify(answer)).to.equal(true);
    server.storeFaults.away = false;
    expect(await polled(queue)).to.deep.equal(['before the restart']);
  });

  it('failed commits, and commits that fail after writing everything, are repeated with one result', async () => {
    for (const faults of [{ fails: 0.6 }, { unanswered: 1 }]) {
      Object.assign(server.storeFaults, faults);
      const before = server.application;
      succeeded(await member.post('/messages', toGeneral(`a commit with ${Object.keys(faults)}`)));
      const { text } = await server.ask('/metrics');
      expect(text).to.match(/^verbatim_read_store_failures_total \d+$/m);
      Object.assign(server.storeFaults, { fails: 0, unanswered: 0 });
      await before.caughtUp();
    }
    expect((await listed()).slice(-2)).to.deep.equal(['<p>a commit with fails</p>', '<p>a commit with unanswered</p>']);
  });

  it('a failure while an event reads a range does not leave the read model behind', async () => {
    server.storeFaults.fails = 0.3;
    for (let turn = 0; turn < 5; turn += 1) {
      const { id } = succeeded(await member.post('/messages', toGeneral(`moved in turn ${turn}`)));
      const move = { topic: `away ${turn}`, propagate_mode: 'change_one' };
      succeeded(await member.patch(`/messages/${id}`, move));
      succeeded(await admin.delete(`/messages/${id}`));
    }
    server.storeFaults.fails = 0;
    await server.application.caughtUp();
    expect((await server.ask('/health/ready')).json).to.deep.include({ status: 'ready', behind: [] });
  });

  it('health and metrics report it', async () => {
    server.storeFaults.away = true;
    succeeded(await member.post('/messages', toGeneral('for the metrics')));
    expect((await server.ask('/health/live')).status).to.equal(200);
    const { status, json } = await server.ask('/health/ready');
    expect(status).to.equal(503);
    expect(json).to.deep.include({ result: 'error', msg: 'Not ready: read_store' });
    expect((await server.ask('/metrics')).text).to.match(/^verbatim_ready\{part="read_store"\} 0$/m);
    server.storeFaults.away = false;
    await server.application.caughtUp();
    expect((await server.ask('/health/ready')).status).to.equal(200);
    // The ledger may be sealed at any time, which is another event.
    while (!/^verbatim_read_model_lag_events\{model="messages"\} 0$/m.test((await server.ask('/metrics')).text))
      await server.application.caughtUp();
  });

  it('the server can stop; the read models catch up after the next start', async () => {
    server.storeFaults.away = true;
    succeeded(await member.post('/messages', toGeneral('the last words')));
    await server.restart();
    expect((await listed()).at(-1)).to.equal('<p>the last words</p>');
  });

  it('the read models are equal to rebuilt ones', async () => {
    const before = await listed();
    await server.stop();
    rmSync(join(server.data, 'read-models'), { recursive: true });
    await server.start();
    expect(await listed()).to.deep.equal(before);
  });
});
