/** The history of a message over HTTP: every move of it. */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('the history of a message', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const send = (topic: string, content: string): Promise<number> => said(owner, 'general', topic, content);

  it('has every move of it, including moves of other messages that moved it too', async () => {
    const [first, second, third] = [await send('Move', '1'), await send('Move', '2'), await send('Move', '3')];
    const move = async (id: number, topic: string, propagate_mode: string): Promise<void> => {
      succeeded(await owner.patch(`/messages/${id}`, { topic, propagate_mode }));
    };
    await move(first, 'Moved', 'change_all');
    await move(second, 'Moved later', 'change_later');
    await move(first, 'Moved alone', 'change_one');
    const lifeOf = async (id: number, parameters: Record<string, unknown> = {}) =>
      succeeded(await owner.get(`/audit/objects/message/${id}`, parameters));
    const topicsIn = ({ records }: Loose): unknown[] =>
      list(records).flatMap(({ action, after }) => (String(action) === 'topic.moved' ? [(after as Loose).topic] : []));
    expect(topicsIn(await lifeOf(first))).to.deep.equal(['Moved', 'Moved alone']);
    expect(topicsIn(await lifeOf(second))).to.deep.equal(['Moved', 'Moved later']);
    expect(topicsIn(await lifeOf(third))).to.deep.equal(['Moved', 'Moved later']);
    const page = await lifeOf(third, { limit: 2 });
    const next = await lifeOf(third, { limit: 2, cursor: page.next_cursor });
    expect([topicsIn(page), topicsIn(next), next.next_cursor]).to.deep.equal([['Moved'], ['Moved later'], null]);
    succeeded(await owner.delete(`/messages/${second}`));
    const deleted = await lifeOf(second);
    expect([deleted.complete, topicsIn(deleted)]).to.deep.equal([false, ['Moved later']]);
  });

  it('is what the filters find by its id, alone and with other filters', async () => {
    const [first, second] = [await send('Filter', '1'), await send('Filter', '2')];
    succeeded(await owner.patch(`/messages/${first}`, { topic: 'Filtered', propagate_mode: 'change_all' }));
    const actionsOf = async (parameters: Record<string, unknown>): Promise<unknown[]> => {
      const answer = succeeded(await owner.get('/audit/events', { order: 'asc', ...parameters }));
      expect(answer.complete).to.equal(true);
      return list(answer.records).map(({ action }) => action);
    };
    const life = ['message.sent', 'topic.moved'];
    expect(await actionsOf({ object_type: 'message', object_id: second })).to.deep.equal(life);
    expect(await actionsOf({ object_id: second, topic: 'filtered' })).to.include('topic.moved');
    expect(await actionsOf({ object_type: 'message', object_id: second, action: 'topic.' })).to.deep.equal([life[1]]);
    expect(await actionsOf({ object_type: 'message', object_id: second, client: 'none' })).to.deep.equal([]);
    const counted = succeeded(await owner.get('/audit/events/counts', { object_type: 'message', object_id: second }));
    expect(list(counted.buckets)[0]?.counts).to.deep.equal({ 'message.sent': 1, 'topic.moved': 1 });
    succeeded(await owner.delete(`/messages/${second}`));
    const deleted = succeeded(await owner.get('/audit/events', { object_type: 'message', object_id: second }));
    expect(deleted.complete).to.equal(false);
  });

  it('is found by the stream and the topic to which a move leads, and from which', async () => {
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'new home' }] }));
    const other = succeeded(await owner.get('/get_stream_id', { stream: 'new home' })).stream_id;
    const moved = await send('Leaving', '1');
    succeeded(await owner.patch(`/messages/${moved}`, { topic: 'Arrived', stream_id: other }));
    const found = async (parameters: Record<string, unknown>): Promise<unknown[]> =>
      list(succeeded(await owner.get('/audit/events', { action: 'topic.moved', ...parameters })).records).map(
        ({ after }) => (after as Loose).message_id,
      );
    expect(await found({ stream_id: other })).to.deep.equal([moved]);
    expect(await found({ stream_id: other, topic: 'arrived' })).to.deep.equal([moved]);
    expect(await found({ topic: 'leaving' })).to.deep.equal([moved]);
  });
});
