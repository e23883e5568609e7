/** Administrators make groups of streams that clients offer to new users. */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

const groups = '/default_stream_groups';

describe('default stream groups', () => {
  const server = runningServer();

  const shownTo = async (who: Client): Promise<unknown[]> => {
    const asked = { fetch_event_types: ['default_stream_groups'], event_types: [] };
    return shown(succeeded(await who.post('/register', asked)).realm_default_stream_groups);
  };
  const shown = (rows: Parameters<typeof list>[0]): unknown[] =>
    list(rows).map(({ name, description, streams }) => [name, description, list(streams).map((one) => one.name)]);

  it('are created, changed and deleted, with events for everybody but guests', async () => {
    const [admin, member, guest] = [server.as('admin'), server.as('member'), server.as('guest')];
    succeeded(await admin.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }, { name: 'art' }] }));
    const { stream_id } = succeeded(await admin.get('/get_stream_id', { stream: 'art' }));
    const queues = [
      await follow(member, { event_types: ['default_stream_groups'] }),
      await follow(guest, { event_types: ['default_stream_groups'] }),
    ];
    const group = { group_name: 'Design', description: 'For who draws', stream_names: ['plans'] };
    refused(await member.post(`${groups}/create`, group), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    badRequest(
      await admin.post(`${groups}/create`, { ...group, stream_names: ['general'] }),
      "'general' is a default stream and cannot be added to 'Design'",
    );
    const { id } = succeeded(await admin.post(`${groups}/create`, group));
    succeeded(await admin.patch(`${groups}/${id}/streams`, { op: 'add', stream_names: ['art'] }));
    expect(await shownTo(member)).to.deep.equal([['Design', 'For who draws', ['art', 'plans']]]);
    expect(await shownTo(guest)).to.deep.equal([]);
    badRequest(
      await admin.patch(`/streams/${stream_id}`, { is_private: true }),
      'is_private: default streams cannot be private.',
    );
    succeeded(await admin.patch(`/streams/${stream_id}`, { new_name: 'drawing' }));
    succeeded(await admin.patch(`${groups}/${id}`, { new_group_name: 'Art' }));
    succeeded(await admin.delete(`/streams/${stream_id}`));
    succeeded(await admin.patch(`${groups}/${id}/streams`, { op: 'remove', stream_names: ['plans'] }));
    succeeded(await admin.delete(`${groups}/${id}`));
    badRequest(await admin.delete(`${groups}/${id}`), `Default stream group with id '${id}' does not exist.`);
    const [events, guestEvents] = await Promise.all(queues.map((queue) => queue.news()));
    expect(events?.map((event) => shown(event.default_stream_groups))).to.deep.equal([
      [['Design', 'For who draws', ['plans']]],
      [['Design', 'For who draws', ['art', 'plans']]],
      [['Design', 'For who draws', ['drawing', 'plans']]],
      [['Art', 'For who draws', ['drawing', 'plans']]],
      [['Art', 'For who draws', ['plans']]],
      [['Art', 'For who draws', []]],
      [],
    ]);
    expect(guestEvents).to.deep.equal([]);
  });

  it('are sent to a guest who becomes a member, and removed for a member who becomes a guest', async () => {
    const [admin, spare] = [server.as('admin'), server.as('spare')];
    succeeded(await admin.post(`${groups}/create`, { group_name: 'New', stream_names: ['plans'] }));
    const queue = await follow(spare, { event_types: ['default_stream_groups'] });
    for (const role of [600, 400]) succeeded(await admin.patch(`/users/${spare.account.user_id}`, { role }));
    const events = await queue.news();
    expect(events.map((event) => shown(event.default_stream_groups))).to.deep.equal([[], [['New', '', ['plans']]]]);
  });
});
