/** Several processes over one EventStoreDB and one MongoDB are one service. */
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import { type Client, list } from '../support/client.ts';
import { newestFor } from '../support/messages.ts';
import { type NetworkStores, networkStores } from '../support/network-stores.ts';
import { type ServedHere, serveHere } from '../support/serve-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('two processes over one EventStoreDB and one MongoDB', function () {
  this.timeout(120_000);
  let stores: NetworkStores;
  /** A process of its own until it is killed; then, like B, one with the tests. */
  let a: ServedHere;
  let b: ServedHere;
  const data = temporaryFolder();
  before(async () => {
    stores = await networkStores();
    // Both find the log empty, and make the organization of development mode at the same time.
    [a, b] = await Promise.all([startChild(data, stores.env), serveHere(temporaryFolder(), stores.env)]);
  });
  after(async () => {
    await Promise.all([a.kill(), b.kill()]);
    await stores.stop();
  });

  it('both know the same accounts', () => {
    for (const name of ['owner', 'admin', 'member', 'guest', 'spare', 'bot', 'webhook_bot', 'outgoing_bot'] as const)
      expect(a.as(name).account).to.deep.equal(b.as(name).account);
  });

  it('a message sent on one is delivered by a poll on the other, and listed there', async () => {
    const [sender, reader] = [a.as('member'), b.as('admin')];
    const registered = await reader.post('/register', { event_types: ['message'] });
    expect(registered.status, JSON.stringify(registered.body)).to.equal(200);
    const { queue_id, last_event_id } = registered.body;
    const waiting = reader.get('/events', { queue_id, last_event_id });
    const sent = await sender.post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'across' });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
    expect(list((await waiting).body.events).map((event) => event.message?.id)).to.deep.equal([sent.body.id]);
    expect((await newestFor(reader)).at(-1)?.id).to.equal(sent.body.id);
  });

  it('no id is given twice', async () => {
    const send = (client: Client, number: number) =>
      client.post('/messages', { type: 'stream', to: 'general', topic: 'race', content: `${number}` });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) => send(number % 2 ? a.as('member') : b.as('member'), number)),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(answers.length);
  });

  it('one request that both get at the same time under one idempotency key is one message', async () => {
    const message = { type: 'stream', to: 'general', topic: 'once', content: 'once' };
    const send = (server: ServedHere, key: string) =>
      server.as('member').post('/messages', message, { 'Idempotency-Key': key });
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([a, b, a, b].map((server) => send(server, `round ${round}`)));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
    }
  });

  it('both create a stream with the same name at the same time: one stream exists', async () => {
    const claim = (client: Client) => client.post('/users/me/subscriptions', { subscriptions: [{ name: 'claimed' }] });
    await Promise.all([claim(a.as('member')), claim(b.as('admin'))]);
    const { body } = await b.as('owner').get('/streams');
    expect(list(body.streams).filter((stream) => String(stream.name) === 'claimed')).to.have.length(1);
  });

  it('two owners demote each other at the same time: one owner remains', async () => {
    const [first, second] = [a.as('owner'), b.as('admin')];
    const promoted = await first.patch(`/users/${second.account.user_id}`, { role: 100 });
    expect(promoted.status, JSON.stringify(promoted.body)).to.equal(200);
    const demote = (by: Client, whom: Client) => by.patch(`/users/${whom.account.user_id}`, { role: 200 });
    await Promise.all([demote(first, second), demote(second, first)]);
    const { body } = await a.as('member').get('/users');
    expect(list(body.members).filter((member) => member.is_owner as unknown as boolean)).to.have.length(1);
  });

  it('a queue that was registered on a process can be polled on the other after the first was killed', async () => {
    const reader = (server: ServedHere) => server.as('spare');
    const registered = await reader(a).post('/register', { event_types: ['message'] });
    const poll = { queue_id: registered.body.queue_id, last_event_id: registered.body.last_event_id };
    const sentIds: unknown[] = [];
    const say = async (server: ServedHere, content: string): Promise<void> => {
      const sent = await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 'q', content });
      expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
      sentIds.push(sent.body.id);
    };
    await say(a, 'before');
    await a.kill();
    await say(b, 'after');
    const { body } = await reader(b).get('/events', poll);
    expect(list(body.events).map((event) => event.message?.id)).to.deep.equal(sentIds);
    a = await serveHere(data, stores.env);
    const again = await reader(a).get('/events', { ...poll, dont_block: true });
    expect(again.body.events).to.deep.equal(body.events);
  });
});
