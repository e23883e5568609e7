/** The history of a message over HTTP: every move of it. */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

describe('the history of a message', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const send = async (topic: string, content: string): Promise<number> =>
    Number(succeeded(await owner.post('/messages', { type: 'stream', to: 'general', topic, content })).id);

  it('has every move of it, also the moves of other messages that took it along', async () => {
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
});
