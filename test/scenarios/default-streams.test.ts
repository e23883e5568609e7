/** Administrators choose the streams that new users are subscribed to. */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('default streams', () => {
  const server = runningServer();

  const defaultsOf = async (who: Client): Promise<string[]> => {
    const { realm_default_streams: streams } = succeeded(
      await who.post('/register', { fetch_event_types: ['default_streams'], event_types: [] }),
    );
    return list(streams).map(({ name }) => String(name));
  };

  it('are added and removed, with events for everybody but guests', async () => {
    const [admin, member, guest] = [server.as('admin'), server.as('member'), server.as('guest')];
    succeeded(await admin.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }] }));
    const { stream_id } = succeeded(await admin.get('/get_stream_id', { stream: 'plans' }));
    const queues = [
      await follow(member, { event_types: ['default_streams'] }),
      await follow(guest, { event_types: ['default_streams'] }),
    ];
    refused(await member.post('/default_streams', { stream_id }), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    succeeded(await admin.post('/default_streams', { stream_id }));
    succeeded(await admin.post('/default_streams', { stream_id }));
    expect([await defaultsOf(member), await defaultsOf(guest)]).to.deep.equal([['general', 'plans'], []]);
    badRequest(
      await admin.patch(`/streams/${stream_id}`, { is_private: true }),
      'is_private: default streams cannot be private.',
    );
    succeeded(await admin.delete('/default_streams', { stream_id }));
    expect(await defaultsOf(member)).to.deep.equal(['general']);
    const events = await Promise.all(queues.map((queue) => queue.news()));
    expect(events.map((news) => news.map((event) => list(event.default_streams).length))).to.deep.equal([[2, 1], []]);
    succeeded(await admin.patch(`/streams/${stream_id}`, { is_private: true }));
    badRequest(await admin.post('/default_streams', { stream_id }), 'Private streams cannot be made default.');
  });
});
