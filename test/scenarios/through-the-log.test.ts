/** The whole path of a message over HTTP: subscribe, register, send, poll, list, and all of it after a restart. */
import { expect } from 'chai';
import { list } from '../support/client.ts';
import { newestFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('a message', () => {
  const server = runningServer();

  it('is delivered to and listed for subscribers, and is kept after a restart', async () => {
    const member = server.as('member');
    const admin = server.as('admin');
    const subscribed = await member.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'plans' }],
      principals: [member.account.user_id, admin.account.user_id],
    });
    expect(subscribed.body, JSON.stringify(subscribed.body)).to.include({ result: 'success' });
    const queue = await admin.post('/register', { event_types: ['message'] });
    expect(queue.body, JSON.stringify(queue.body)).to.include({ result: 'success' });
    const sent = await member.post('/messages', {
      type: 'stream',
      to: 'plans',
      topic: 'first',
      content: 'Hello **you**',
    });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200);

    const poll = { queue_id: queue.body.queue_id, last_event_id: queue.body.last_event_id };
    const first = await admin.get('/events', poll);
    expect(list(first.body.events).map((event) => [event.type, event.message?.content])).to.deep.equal([
      ['message', 'Hello **you**'],
    ]);
    await server.restart();
    const again = await admin.get('/events', { ...poll, dont_block: true });
    expect(again.body.events).to.deep.equal(first.body.events);

    const narrow = [
      { operator: 'stream', operand: 'plans' },
      { operator: 'topic', operand: 'first' },
    ];
    const contents = (await newestFor(admin, { narrow })).map(({ content }) => content);
    expect(contents).to.deep.equal(['<p>Hello <strong>you</strong></p>']);
  });

  it('ends a waiting poll', async () => {
    const member = server.as('member');
    const spare = server.as('spare');
    const queue = await spare.post('/register', { event_types: ['message'], apply_markdown: true });
    const poll = { queue_id: queue.body.queue_id, last_event_id: queue.body.last_event_id };
    const waiting = spare.get('/events', poll);
    const sent = await member.post('/messages', { type: 'private', to: [spare.account.user_id], content: 'psst' });
    const woken = await waiting;
    expect(list(woken.body.events).map((event) => event.message?.id)).to.deep.equal([sent.body.id]);
  });
});
