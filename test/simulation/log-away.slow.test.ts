/** An unreachable event log: writes are refused with 503, everything else continues, no write is partial. */
import { expect } from 'chai';
import { type Answer, type Client, list } from '../support/client.ts';
import { type FaultyServer, isUnavailable, startFaulty } from './faulty-server.ts';

const subscriptions = '/users/me/subscriptions';
const muted = `${subscriptions}/muted_topics`;
const toGeneral = (content: string) => ({ type: 'stream', to: 'general', topic: 'away', content });

describe('an unreachable event log', () => {
  let server: FaultyServer;
  let member: Client;
  let admin: Client;
  let messageId: number;
  let queue: { queue_id: unknown; last_event_id: unknown };

  before(async () => {
    server = await startFaulty({ VERBATIM_HEARTBEAT_SECS: '1', VERBATIM_READ_WAIT_MS: '1000' });
    member = server.as('member');
    admin = server.as('admin');
    messageId = Number((await member.post('/messages', toGeneral('before'))).body.id);
    const { body } = await admin.post('/register', { event_types: ['message'] });
    queue = { queue_id: body.queue_id, last_event_id: body.last_event_id };
  });
  after(() => server.stop());
  afterEach(() => Object.assign(server.logFaults, { away: false, writesLeft: Number.POSITIVE_INFINITY }));

  const contents = async (): Promise<string[]> => {
    const narrow = [{ operator: 'topic', operand: 'away' }];
    const { body } = await admin.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 100, narrow });
    return list(body.messages).map((message) => String(message.content));
  };
  const polled = async (): Promise<Answer> => {
    const answer = await admin.get('/events', queue);
    const newest = list(answer.body.events).at(-1)?.id;
    if (newest !== undefined) queue.last_event_id = Number(newest);
    return answer;
  };

  const writes: Record<string, () => Promise<Answer>> = {
    'a message': () => member.post('/messages', toGeneral('while it was away')),
    'an edit': () => member.patch(`/messages/${messageId}`, { content: 'changed while it was away' }),
    'a deletion': () => admin.delete(`/messages/${messageId}`),
    'a new stream': () => member.post(subscriptions, { subscriptions: [{ name: 'made while it was away' }] }),
    'a muted topic': () => member.patch(muted, { stream: 'general', topic: 'away', op: 'add' }),
    'a setting': () => member.patch('/settings/notifications', { enable_sounds: false }),
    'a new name': () => admin.patch(`/users/${member.account.user_id}`, { full_name: 'New Name' }),
    'a new bot': () => member.post('/bots', { full_name: 'New Bot', short_name: 'new', bot_type: 1 }),
    'a registration': () => member.post('/register', { event_types: ['message'] }),
    'a poll that registers': () => member.get('/events', { dont_block: true }),
    'the end of a queue': () => admin.delete('/events', { queue_id: queue.queue_id }),
  };
  for (const [what, write] of Object.entries(writes))
    it(`${what} is answered 503 with Retry-After`, async () => {
      server.logFaults.away = true;
      const answer = await write();
      expect(isUnavailable(answer), JSON.stringify(answer)).to.equal(true);
    });

  it('a command that would be refused is answered 503, because another process may have changed the state', async () => {
    server.logFaults.away = true;
    const unknown = await member.post('/messages', { ...toGeneral('x'), to: 'no such stream' });
    expect(isUnavailable(unknown), JSON.stringify(unknown)).to.equal(true);
    const foreign = await admin.get('/events', { queue_id: '1:2', last_event_id: -1 });
    expect(isUnavailable(foreign), JSON.stringify(foreign)).to.equal(true);
  });

  it('none of these writes has happened', async () => {
    expect(await contents()).to.deep.equal(['<p>before</p>']);
    const streams = list((await admin.get('/streams')).body.streams).map(({ name }) => String(name));
    expect(streams).to.deep.equal(['general']);
    const names = list((await admin.get('/users')).body.members).map((user) => String(user.full_name));
    expect(names).to.include(member.account.full_name).and.not.to.include.oneOf(['New Name', 'New Bot']);
  });

  for (const path of ['/messages?anchor=newest&num_before=5&num_after=0', '/users', '/streams', subscriptions])
    it(`GET ${path.split('?')[0]} still works`, async () => {
      server.logFaults.away = true;
      const { status } = await member.get(path);
      expect(status).to.equal(200);
    });

  it('a poll still works: it gets earlier messages and a heartbeat', async () => {
    server.logFaults.away = true;
    const { status, body } = await polled();
    expect(status).to.equal(200);
    expect(list(body.events).map(({ type }) => String(type))).to.deep.equal(['heartbeat']);
  });

  it('when the log is reachable again, repeated requests happen once', async () => {
    server.logFaults.away = true;
    expect(isUnavailable(await member.post('/messages', toGeneral('at last')))).to.equal(true);
    server.logFaults.away = false;
    expect((await member.post('/messages', toGeneral('at last'))).status).to.equal(200);
    expect(await contents()).to.deep.equal(['<p>before</p>', '<p>at last</p>']);
    const events = list((await polled()).body.events);
    expect(events.map(({ message }) => String(message?.content))).to.deep.equal(['at last']);
  });

  it('unreachable between a write and the action of a policy: the write is durable, and the action happens once when the log is reachable again', async () => {
    // The stream is created. The claim of its announcement cannot be appended.
    server.logFaults.writesLeft = 1;
    const made = { subscriptions: [{ name: 'announced' }], announce: true };
    const done = await member.post(subscriptions, made);
    expect(done.status, JSON.stringify(done.body)).to.equal(200);
    expect(done.body.subscribed).to.deep.equal({ [member.account.email]: ['announced'] });
    Object.assign(server.logFaults, { away: false, writesLeft: Number.POSITIVE_INFINITY });
    const received: string[] = [];
    for (let quiet = false; received.length === 0 || !quiet; )
      for (const { type, message } of list((await polled()).body.events)) {
        quiet = String(type) === 'heartbeat';
        if (!quiet) received.push(String(message?.content));
      }
    expect(received).to.have.length(1);
    expect(received[0]).to.contain('created a new stream #**announced**');
  });

  it('health and metrics report it', async () => {
    server.logFaults.away = true;
    expect((await server.ask('/health/live')).status).to.equal(200);
    const { status, json } = await server.ask('/health/ready');
    expect(status).to.equal(503);
    expect(json).to.deep.include({ result: 'error', msg: 'Not ready: event_log' });
    const { text } = await server.ask('/metrics');
    expect(text).to.match(/^verbatim_appends_total\{outcome="unavailable"\} [1-9]/m);
    expect(text).to.match(/^verbatim_ready\{part="event_log"\} 0$/m);
    expect(text).to.match(/^verbatim_ready\{part="read_store"\} 1$/m);
    server.logFaults.away = false;
    expect((await server.ask('/health/ready')).status).to.equal(200);
  });
});
