/** Push sinks over HTTP (docs/audit.md, Push). */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { quickSeals, startServer, type TestServer } from '../support/server.ts';
import { countedFrom, expectSigned, numbersOf, type Receiver, sinkReceiver } from '../support/sink-receiver.ts';

const dataOf = (event: Loose | undefined): Loose => (event?.data ?? {}) as Loose;
const actionsOf = (events: readonly Loose[]): string[] => events.map((event) => String(dataOf(event).action));

describe('push sinks', function () {
  this.timeout(60_000);
  let server: TestServer;
  let auditor: Client;
  let member: Client;
  let receiver: Receiver;
  const made: number[] = [];
  before(async () => {
    server = await startServer({}, { sizes: quickSeals });
    auditor = server.as('owner');
    member = server.as('member');
    succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason: 'review' }));
  });
  after(() => server.stop());
  beforeEach(async () => {
    receiver = await sinkReceiver();
  });
  afterEach(async () => {
    for (const id of made.splice(0)) await auditor.delete(`/audit/sinks/${id}`);
    await receiver.close();
  });

  const add = async (more: object = {}): Promise<{ id: number; secret: string }> => {
    const asked = { url: receiver.url, format: 'cloudevents', ...more };
    const { id, secret } = succeeded(await auditor.post('/audit/sinks', asked));
    made.push(Number(id));
    return { id: Number(id), secret: String(secret) };
  };
  const say = async (content: string): Promise<void> => {
    await said(member, 'general', 'x', content);
  };
  const show = async (id: number): Promise<Loose> => {
    const found = list(succeeded(await auditor.get('/audit/sinks')).sinks).find((one) => Number(one.id) === id);
    if (!found) throw new Error(`there is no sink ${id}`);
    return found;
  };
  const messages = { actions: ['message.'] };

  it('get what happens, in order, numbered, signed, and without content', async () => {
    const { id, secret } = await add();
    await say('merger');
    await say('acquisition');
    await receiver.until(() => actionsOf(receiver.taken()).filter((one) => one === 'message.sent').length === 2);
    const events = receiver.taken();
    expect(numbersOf(events)).to.deep.equal(countedFrom(1, events.length));
    for (const delivery of receiver.deliveries) {
      expectSigned(delivery, secret);
      expect(delivery.headers['content-type']).to.equal('application/cloudevents-batch+json; charset=utf-8');
      expect(delivery.body).not.to.include('merger').and.not.include('acquisition');
    }
    const trail = list(
      succeeded(await auditor.get('/audit/events', { order: 'asc', since: String(events[0]?.id) })).records,
    );
    expect(events.slice(1).map(({ id: event }) => event)).to.deep.equal(
      trail.slice(0, events.length - 1).map(({ id: event }) => event),
    );
    const sent = events.find(({ type }) => String(type) === 'verbatim.message.sent') as Loose;
    expect(sent).to.deep.include({
      specversion: '1.0',
      datacontenttype: 'application/json',
      time: dataOf(sent).at,
      subject: `message/${(dataOf(sent).object as Loose).id}`,
    });
    expect(dataOf(sent).index).to.be.a('number');
    await receiver.until(() => receiver.deliveries.length > 0);
    expect(await show(id)).to.deep.include({ url: receiver.url, state: 'sending', failures: 0, last_error: null });
  });

  it('get a batch again, under the same id and numbers, until they accept it', async () => {
    receiver.answer = 503;
    const { id } = await add(messages);
    await say('one');
    let row = await show(id);
    while (row.last_error === null) row = await show(id);
    expect(row).to.deep.include({ sequence: 0, last_error: 'HTTP 503' });
    expect((row.lag as Loose).events).to.equal(1);
    receiver.answer = 200;
    await say('two');
    await receiver.until(() => receiver.taken().length === 2);
    const [first, second] = receiver.deliveries;
    expect(first?.headers['webhook-id']).to.equal(second?.headers['webhook-id']);
    expect(first?.events.map((event) => event.id)).to.deep.equal(second?.events.map((event) => event.id));
    expect(numbersOf(receiver.taken())).to.deep.equal([1, 2]);
  });

  it('lose nothing and get nothing twice that they accepted, when the service is restarted', async () => {
    receiver.answer = () => undefined;
    await add(messages);
    await say('one');
    await receiver.until(() => receiver.deliveries.length === 1);
    receiver.answer = 200;
    await server.restart();
    await receiver.until(() => receiver.deliveries.length === 2);
    await say('two');
    await receiver.until(() => receiver.taken().length === 2);
    const [first, second] = receiver.deliveries;
    expect(first?.headers['webhook-id']).to.equal(second?.headers['webhook-id']);
    expect(numbersOf(receiver.taken())).to.deep.equal([1, 2]);
  });

  it('get the events after a position again, with new numbers, after the batch that was begun', async () => {
    const { id } = await add(messages);
    await say('one');
    await say('two');
    await receiver.until(() => receiver.taken().length === 2);
    const [first] = receiver.taken();
    succeeded(await auditor.post(`/audit/sinks/${id}/rewind`, { position: dataOf(first).position }));
    await receiver.until(() => receiver.taken().length === 3);
    const [, second, again] = receiver.taken();
    expect(again?.id).to.equal(second?.id);
    receiver.answer = 500;
    await say('three');
    await receiver.until(() => receiver.deliveries.some(({ status }) => status === 500));
    receiver.answer = 200;
    succeeded(await auditor.post(`/audit/sinks/${id}/rewind`, { position: 0 }));
    await receiver.until(() => receiver.taken().filter((event) => String(event.id) === String(first?.id)).length === 2);
    const events = receiver.taken();
    expect(numbersOf(events)).to.deep.equal(countedFrom(1, events.length));
    expect(dataOf(events[3]).action).to.equal('message.sent');
    expect([first?.id, second?.id]).not.to.include(events[3]?.id);
    badRequest(
      await auditor.post(`/audit/sinks/${id}/rewind`, { position: 2 ** 42 }),
      'position: the log is not that far',
    );
  });

  it('are disabled when the receiver answers that it is gone, and enabled again by an auditor', async () => {
    receiver.answer = 410;
    const { id } = await add({ actions: ['message.', 'sink.changed'] });
    await say('one');
    await receiver.until(() => receiver.deliveries.length === 1);
    const changes = () => auditor.get('/audit/events', { action: 'sink.changed', object_type: 'sink', object_id: id });
    for (let row = await show(id); String(row.state) !== 'gone'; row = await show(id));
    const [change] = list(succeeded(await changes()).records);
    expect(change).to.deep.include({ actor: { type: 'service', id: null, name: null } });
    expect(change?.after).to.deep.equal({ enabled: false, cause: 'gone' });
    await say('two');
    receiver.answer = 200;
    succeeded(await auditor.patch(`/audit/sinks/${id}`, { enabled: true }));
    await receiver.until(() => receiver.taken().length === 4);
    expect(actionsOf(receiver.taken())).to.have.members([
      'message.sent',
      'sink.changed',
      'message.sent',
      'sink.changed',
    ]);
    expect(numbersOf(receiver.taken())).to.deep.equal([1, 2, 3, 4]);
  });

  it('are changed: address, actions, format', async () => {
    const { id } = await add({ url: 'http://127.0.0.1:9/closed', ...messages });
    await say('one');
    for (let row = await show(id); String(row.state) !== 'resting'; row = await show(id));
    expect((await show(id)).last_error).to.equal('ECONNREFUSED');
    succeeded(await auditor.patch(`/audit/sinks/${id}`, { url: receiver.url, format: 'ocsf' }));
    await receiver.until(() => receiver.taken().length === 1);
    const [event] = receiver.taken();
    expect(event).to.deep.include({ class_uid: 3004, type_uid: 300401 });
    badRequest(await auditor.patch(`/audit/sinks/${id}`, { format: 'ocsf' }), 'Nothing to change');
    succeeded(await auditor.patch(`/audit/sinks/${id}`, { actions: null }));
    expect((await show(id)).actions).to.equal(null);
  });

  it('get nothing that they did not request, and nothing after they were removed', async () => {
    const { id } = await add({ actions: ['message.edited'] });
    const { id: other } = await add(messages);
    await say('one');
    await receiver.until(() => receiver.taken().length === 1);
    succeeded(await auditor.delete(`/audit/sinks/${other}`));
    expect(await show(id)).to.deep.include({ sequence: 0, lag: { events: 0, since: null } });
    refused(await auditor.delete(`/audit/sinks/${other}`), { code: 'NOT_FOUND', msg: 'No such sink' }, 404);
    expect(receiver.taken()).to.have.length(1);
  });

  it('do not follow redirects', async () => {
    receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end();
    const { id } = await add(messages);
    await say('one');
    for (let row = await show(id); String(row.state) !== 'resting'; row = await show(id));
    expect((await show(id)).last_error).to.equal('HTTP 307: redirects are not followed');
  });

  it('are managed by auditors, once under an idempotency key', async () => {
    const asked = { url: receiver.url, format: 'cloudevents' };
    const mayNot = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' };
    for (const [method, path, parameters] of [
      ['post', '/audit/sinks', asked],
      ['get', '/audit/sinks', {}],
      ['patch', '/audit/sinks/1', {}],
      ['delete', '/audit/sinks/1', {}],
      ['post', '/audit/sinks/1/rewind', { position: 0 }],
    ] as const)
      refused(await member[method](path, parameters), mayNot, 403);
    const once = (more: object = {}) =>
      auditor.post('/audit/sinks', { ...asked, ...more }, { 'Idempotency-Key': 'a key' });
    const first = succeeded(await once());
    made.push(Number(first.id));
    expect(succeeded(await once())).to.deep.equal(first);
    const before = { cursor: Number(first.id) - 1, limit: 1 };
    const page = succeeded(await auditor.get('/audit/sinks', before));
    expect([list(page.sinks).map(({ id }) => id), page.next_cursor]).to.deep.equal([[first.id], null]);
    refused(
      await once({ format: 'ocsf' }),
      { code: 'IDEMPOTENCY_KEY_REUSED', msg: 'This Idempotency-Key was used for another request' },
      422,
    );
  });

  it('are limited in number', async () => {
    for (let count = 0; count < limits.sinksMax; count += 1) await add({ actions: ['message.deleted'] });
    const bad = (more: object, msg: string) =>
      auditor
        .post('/audit/sinks', { url: receiver.url, format: 'cloudevents', ...more })
        .then((answer) => badRequest(answer, msg));
    await bad({}, `An organization has at most ${limits.sinksMax} push sinks`);
    await bad({ actions: [] }, 'actions cannot be empty.');
    await bad({ actions: ['message.said'] }, 'actions: No such action: message.said');
    await bad(
      { actions: Array.from({ length: limits.trailActionsMax + 1 }, () => 'message.') },
      `actions is too long (limit: ${limits.trailActionsMax} items)`,
    );
    await bad({ url: 'http://a:b@example.com' }, 'url cannot have a user name or a password');
  });
});

describe('push sinks at private addresses that are forbidden', () => {
  it('get nothing', async () => {
    const env = { VERBATIM_WEBHOOKS_TO_PRIVATE_ADDRESSES: 'false' };
    const server = await startServer(env, { sizes: quickSeals });
    const receiver = await sinkReceiver();
    const auditor = server.as('owner');
    try {
      succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason: 'review' }));
      for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
        const { id } = succeeded(await auditor.post('/audit/sinks', { url, format: 'cloudevents' }));
        for (let error: unknown = null; String(error) !== 'the URL leads to an address that is not public'; ) {
          const all = list(succeeded(await auditor.get('/audit/sinks')).sinks);
          const row = all.find((one) => Number(one.id) === Number(id));
          error = row?.last_error;
        }
      }
      expect(receiver.deliveries).to.deep.equal([]);
    } finally {
      await server.stop();
      await receiver.close();
    }
  });
});
