/** What clients ask about one stream: its id, who is subscribed, its topics. */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('asking about a stream', () => {
  const server = runningServer();
  const member = server.as('member');
  let id = 0;
  before(async () => {
    const principals = [member.account.user_id, server.as('spare').account.user_id];
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals }));
    id = Number(succeeded(await member.get('/get_stream_id', { stream: 'PLANS' })).stream_id);
    for (const topic of ['lunch', 'tea', 'Lunch']) await said(member, id, topic);
  });

  it('by its name', async () => {
    badRequest(await member.get('/get_stream_id', { stream: 'nowhere' }), "Invalid stream name 'nowhere'");
    badRequest(await server.as('guest').get('/get_stream_id', { stream: 'plans' }), "Invalid stream name 'plans'");
  });

  it('by its name, whichever characters its letters are written in', async () => {
    const [name, alike] = ['Caf\u00e9', 'cafe\u0301'];
    const names = async (stream: string, by = member) =>
      Object.values(
        succeeded(await by.post('/users/me/subscriptions', { subscriptions: [{ name: stream }] })).subscribed ?? {},
      );
    expect([await names(name), await names(alike, server.as('spare'))]).to.deep.equal([[[name]], [[name]]]);
    const { stream_id } = succeeded(await member.get('/get_stream_id', { stream: alike }));
    const content = `#**${alike}**`;
    const sent = succeeded(await member.post('/messages', { type: 'stream', to: alike, topic: 'x', content }));
    const narrow = [{ operator: 'stream', operand: alike }];
    const listed = await member.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    const [message] = list(succeeded(listed).messages);
    expect(message).to.include({ id: sent.id, stream_id, display_recipient: name });
    expect(message?.content).to.contain(`#${name}</a>`);
  });

  it('who is subscribed', async () => {
    const { subscribers } = succeeded(await member.get(`/streams/${id}/members`, { stream: 'plans' }));
    expect(subscribers).to.deep.equal([member.account.email, server.as('spare').account.email]);
    const status = async (who: Client) =>
      succeeded(await member.get(`/users/${who.account.user_id}/subscriptions/${id}`)).is_subscribed;
    expect([await status(member), await status(server.as('admin'))]).to.deep.equal([true, false]);
    badRequest(await member.get('/streams/4711/members'), 'Invalid stream id');
    badRequest(await member.get(`/users/4711/subscriptions/${id}`), 'No such user');
  });

  it('which topics it has', async () => {
    const topics = list(succeeded(await server.as('admin').get(`/users/me/${id}/topics`)).topics);
    expect(topics.map(({ name }) => String(name))).to.deep.equal(['Lunch', 'tea', 'stream events']);
    expect(Number(topics[0]?.max_id)).to.be.above(Number(topics[1]?.max_id));
    const rest = succeeded(await member.get(`/users/me/${id}/topics`, { offset: 2 }));
    expect(list(rest.topics).map(({ name }) => String(name))).to.deep.equal(['stream events']);
    expect(rest).not.to.have.property('next_offset');
    badRequest(await server.as('guest').get(`/users/me/${id}/topics`), 'Invalid stream id');
  });
});
