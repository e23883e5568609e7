/** Concurrent requests: what a rule allows once happens once, and no write is lost. */
import { expect } from 'chai';
import { type AccountName, type Answer, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

const path = '/users/me/subscriptions';
const everybody: readonly AccountName[] = ['owner', 'admin', 'member', 'spare'];

describe('concurrent requests', () => {
  const server = runningServer();
  const member = server.as('member');

  const times = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index)));
  const successes = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;

  it('create one stream for each name, whoever creates it, in upper or lower case', async () => {
    const answers = await times(12, (index) =>
      server
        .as(everybody[index % 4] ?? 'owner')
        .post(path, { subscriptions: [{ name: index % 2 ? 'Rush' : 'rush', description: `${index}` }] }),
    );
    expect(successes(answers)).to.equal(12);
    const { streams } = succeeded(await member.get('/streams'));
    const made = list(streams).filter(({ name }) => String(name).toLowerCase() === 'rush');
    expect(made).to.have.length(1);
    const subscribed = list(succeeded(await member.get(path, { include_subscribers: true })).subscriptions).find(
      ({ stream_id }) => String(stream_id) === String(made[0]?.stream_id),
    );
    expect(subscribed?.subscribers).to.deep.equal(
      everybody.map((name) => server.as(name).account.user_id).sort((a, b) => a - b),
    );
    const newly = answers.filter(({ body }) => Object.keys(body.subscribed ?? {}).length > 0);
    expect(newly, 'each user newly subscribed once').to.have.length(4);
  });

  it('mute a topic once, and unmute it once', async () => {
    for (const op of ['add', 'remove']) {
      const mute = { stream: 'general', topic: 'rush', op };
      const answers = await times(8, () => member.patch(`${path}/muted_topics`, mute));
      expect(successes(answers), op).to.equal(1);
    }
  });

  it('give every message its own id, and deliver it to every queue once', async () => {
    const queues = await Promise.all(
      [member, server.as('spare')].map((who) => follow(who, { event_types: ['message'] })),
    );
    const answers = await times(60, (index) =>
      server
        .as(everybody[index % 4] ?? 'owner')
        .post('/messages', { type: 'stream', to: 'general', topic: 'rush', content: `${index}` }),
    );
    const ids = answers.map((answer) => Number(succeeded(answer).id)).sort((a, b) => a - b);
    expect(new Set(ids).size).to.equal(60);
    for (const queue of queues) {
      const events = await queue.news();
      expect(events.map(({ message }) => Number(message?.id)).sort((a, b) => a - b)).to.deep.equal(ids);
      const eventIds = events.map(({ id }) => Number(id));
      expect(eventIds).to.deep.equal([...new Set(eventIds)].sort((a, b) => a - b));
    }
  });

  it('keep all edits of a message in its history, each with the previous content', async () => {
    const first = { type: 'stream', to: 'general', topic: 'rush', content: 'start' };
    const { id } = succeeded(await member.post('/messages', first));
    const answers = await times(8, (index) => member.patch(`/messages/${id}`, { content: `edit ${index}` }));
    expect(successes(answers)).to.equal(8);
    const history = list(succeeded(await member.get(`/messages/${id}/history`)).message_history);
    expect(history).to.have.length(9);
    history.slice(1).forEach((snapshot, index) => {
      expect(snapshot.prev_content).to.equal(history[index]?.content);
    });
  });

  it('create one bot for an address, and one profile field for a name', async () => {
    const bots = await times(6, (index) => member.post('/bots', { full_name: `Rush ${index}`, short_name: 'rush' }));
    expect(successes(bots)).to.equal(1);
    const fields = await times(6, () =>
      server.as('admin').post('/realm/profile_fields', { name: 'Rush', field_type: 1 }),
    );
    expect(successes(fields)).to.equal(1);
  });

  it('archive a private stream when the last subscriber leaves while somebody else subscribes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `door ${round}`;
      succeeded(await member.post(path, { subscriptions: [{ name }], invite_only: true }));
      const [left] = await Promise.all([
        member.delete(path, { subscriptions: [name] }),
        member.post(path, { subscriptions: [{ name }], principals: [server.as('spare').account.user_id] }),
      ]);
      succeeded(left);
      const all = list(succeeded(await server.as('owner').get('/streams', { include_all_active: true })).streams);
      const existing = all.filter((one) => String(one.name) === name);
      const inside = list(succeeded(await server.as('spare').get(path)).subscriptions).filter(
        (one) => String(one.name) === name,
      );
      expect(existing, 'the stream exists with a subscriber, or not at all').to.have.length(inside.length);
    }
  });
});
