/** What somebody sees and may do who has left a private stream (docs/api.md, Editing and deleting). */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('after leaving a private stream', () => {
  let server: TestServer;
  let author: Client;
  let leaver: Client;
  let id = 0;
  before(async () => {
    server = await startServer();
    author = server.as('member');
    leaver = server.as('spare');
    const principals = [author.account.user_id, leaver.account.user_id];
    const stream = { subscriptions: [{ name: 'shut' }], invite_only: true, principals };
    succeeded(await author.post('/users/me/subscriptions', stream));
    id = Number(
      succeeded(await author.post('/messages', { type: 'stream', to: 'shut', topic: 'plot', content: 'one' })).id,
    );
    succeeded(await author.patch(`/messages/${id}`, { content: 'two' }));
  });
  after(() => server.stop());

  it('messages stay as they were, nothing is told of them or changed, and a deletion takes them', async () => {
    const queue = await follow(leaver, { event_types: ['update_message', 'delete_message'] });
    succeeded(await leaver.delete('/users/me/subscriptions', { subscriptions: ['shut'] }));
    succeeded(await author.patch(`/messages/${id}`, { content: 'three', topic: 'scheme' }));

    const asked = {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [['stream', 'shut']],
    };
    const shownTo = async (who: Client) => {
      const [message] = list(succeeded(await who.get('/messages', asked)).messages);
      return [message?.content, message?.subject, list(message?.edit_history).length];
    };
    expect(await shownTo(leaver)).to.deep.equal(['two', 'plot', 1]);
    expect(await shownTo(author)).to.deep.equal(['three', 'scheme', 2]);
    expect(succeeded(await leaver.get(`/messages/${id}`)).raw_content).to.equal('two');
    const { message_history } = succeeded(await leaver.get(`/messages/${id}/history`));
    expect(list(message_history).map(({ content }) => String(content))).to.deep.equal(['one', 'two']);

    for (const change of [{ topic: 'mine' }, { topic: 'plot' }, { content: 'two' }])
      badRequest(await leaver.patch(`/messages/${id}`, change), "You don't have permission to edit this message");

    // Only administrators delete, and only what they can reach.
    const author_id = author.account.user_id;
    succeeded(await server.as('owner').patch(`/users/${author_id}`, { role: 200 }));
    succeeded(await author.delete(`/messages/${id}`));
    const types = (await queue.news()).map(({ type }) => String(type));
    expect(types).to.deep.equal(['delete_message']);
    badRequest(await leaver.get(`/messages/${id}`), 'Invalid message(s)');
  });
});
