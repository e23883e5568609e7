/** Whoever does not know of a stream gets the answers that they would get if it did not exist, wherever a stream can be named. */
import { expect } from 'chai';
import { type AccountName, type Answer, type Client, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

/** As long as each other, so that nothing else in an answer differs. */
const hidden = 'secret';
const missing = 'nosuch';

describe('a stream of which the caller does not know is treated like a missing one', () => {
  const server = runningServer();
  let hiddenId = 0;
  let publicId = 0;
  let messageIdOf: Readonly<Record<string, number>>;
  const missingId = () => hiddenId + 100;

  before(async () => {
    const owner = server.as('owner');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: hidden }], invite_only: true });
    const streams = list(succeeded(await owner.get('/streams', { include_all_active: true })).streams);
    const idOf = (name: string) => Number(streams.find((stream) => String(stream.name) === name)?.stream_id);
    hiddenId = idOf(hidden);
    publicId = idOf('general');
    const sent = async (name: AccountName) => {
      const message = { type: 'stream', to: 'general', topic: 'mine', content: 'mine' };
      return [name, Number((await server.as(name).post('/messages', message)).body.id)];
    };
    messageIdOf = Object.fromEntries(await Promise.all([sent('member'), sent('bot'), sent('guest')]));
    expect([hiddenId, publicId, ...Object.values(messageIdOf)].every(Number.isSafeInteger)).to.equal(true);
  });

  const listing = { anchor: 'newest', num_before: 10, num_after: 0 };
  const narrowTo = (operand: unknown, negated = false) => [{ operator: 'stream', operand, negated }];
  const message = (to: unknown) => ({ type: 'stream', to, topic: 'x', content: 'x' });

  /** By name or by id. */
  const byEither: Readonly<Record<string, (client: Client, nameOrId: string | number) => Promise<Answer>>> = {
    'POST /messages': (client, nameOrId) => client.post('/messages', message(nameOrId)),
    'GET /messages': (client, nameOrId) => client.get('/messages', { ...listing, narrow: narrowTo(nameOrId) }),
    'GET /messages, negated': (client, nameOrId) =>
      client.get('/messages', { ...listing, narrow: narrowTo(nameOrId, true) }),
    'GET /messages/matches_narrow': (client, nameOrId) =>
      client.get('/messages/matches_narrow', { msg_ids: [1, 2, 3], narrow: narrowTo(nameOrId) }),
    'PATCH /users/me/subscriptions/muted_topics, add': (client, nameOrId) =>
      client.patch('/users/me/subscriptions/muted_topics', {
        topic: 'x',
        op: 'add',
        ...(typeof nameOrId === 'number' ? { stream_id: nameOrId } : { stream: nameOrId }),
      }),
    'PATCH /users/me/subscriptions/muted_topics, remove': (client, nameOrId) =>
      client.patch('/users/me/subscriptions/muted_topics', {
        topic: 'x',
        op: 'remove',
        ...(typeof nameOrId === 'number' ? { stream_id: nameOrId } : { stream: nameOrId }),
      }),
  };
  const byName: Readonly<Record<string, (client: Client, name: string) => Promise<Answer>>> = {
    'GET /get_stream_id': (client, name) => client.get('/get_stream_id', { stream: name }),
    'POST /messages/render': (client, name) =>
      client.post('/messages/render', { content: `#**${name}** #**${name}>x** @**${name}**` }),
    'DELETE /users/me/subscriptions': (client, name) =>
      client.delete('/users/me/subscriptions', { subscriptions: [name] }),
    'PATCH /users/me/subscriptions': (client, name) => client.patch('/users/me/subscriptions', { delete: [name] }),
    'POST /default_stream_groups/create': (client, name) =>
      client.post('/default_stream_groups/create', { group_name: 'x', stream_names: [name] }),
  };
  const byId: Readonly<Record<string, (client: Client, id: number, own: number) => Promise<Answer>>> = {
    'PATCH /messages/{id} with stream_id': (client, id, own) =>
      client.patch(`/messages/${own}`, { stream_id: id, topic: 'y' }),
    'POST /mark_stream_as_read': (client, id) => client.post('/mark_stream_as_read', { stream_id: id }),
    'POST /mark_topic_as_read': (client, id) => client.post('/mark_topic_as_read', { stream_id: id, topic_name: 'x' }),
    'PATCH /streams/{id}': (client, id) => client.patch(`/streams/${id}`, { new_name: 'general' }),
    'POST /default_streams': (client, id) => client.post('/default_streams', { stream_id: id }),
    'DELETE /default_streams': (client, id) => client.delete('/default_streams', { stream_id: id }),
    'DELETE /streams/{id}': (client, id) => client.delete(`/streams/${id}`),
    'POST /streams/{id}/delete_topic': (client, id) => client.post(`/streams/${id}/delete_topic`, { topic_name: 'x' }),
    'GET /streams/{id}/members': (client, id) => client.get(`/streams/${id}/members`),
    'GET /users/me/{id}/topics': (client, id) => client.get(`/users/me/${id}/topics`),
    'GET /users/me/{id}/topics, from an offset': (client, id) => client.get(`/users/me/${id}/topics`, { offset: 1 }),
    'GET /users/{id}/subscriptions/{id}': (client, id) => client.get(`/users/9/subscriptions/${id}`),
    'PATCH /users/me/subscriptions/{id}': (client, id) =>
      client.patch(`/users/me/subscriptions/${id}`, { property: 'is_muted', value: true }),
    'POST /users/me/subscriptions/properties': (client, id) =>
      client.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'is_muted', value: true }],
      }),
  };

  /** The error of an answer without the name that was sent. */
  const shown = ({ status, body }: Answer, named: string | number): string => {
    const text = JSON.stringify({ status, body });
    return text.replaceAll(String(named), '…').replaceAll(encodeURIComponent(String(named)), '…');
  };
  const alike = async (ask: (nameOrId: never) => Promise<Answer>, pairs: readonly (readonly [unknown, unknown])[]) => {
    for (const [there, nowhere] of pairs)
      expect(shown(await ask(there as never), there as never)).to.equal(
        shown(await ask(nowhere as never), nowhere as never),
      );
  };
  const names = [
    [hidden, missing],
    [hidden.toUpperCase(), missing.toUpperCase()],
  ] as const;

  for (const who of ['member', 'guest', 'bot', 'outgoing_bot'] as const) {
    for (const [what, ask] of Object.entries(byEither))
      it(`${what}, by a ${who}`, async () => {
        await alike((nameOrId) => ask(server.as(who), nameOrId), [...names, [hiddenId, missingId()]]);
      });
    for (const [what, ask] of Object.entries(byName))
      it(`${what}, by a ${who}`, async () => {
        await alike((nameOrId) => ask(server.as(who), nameOrId), names);
      });
    for (const [what, ask] of Object.entries(byId))
      it(`${what}, by a ${who}`, async () => {
        const own = messageIdOf[who] ?? (messageIdOf.member as number);
        await alike((id) => ask(server.as(who), id, own), [[hiddenId, missingId()]]);
      });
  }

  it('for guests, this also applies to public streams', async () => {
    const guest = server.as('guest');
    await server.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'openly' }] });
    for (const ask of Object.values({ ...byEither, ...byName }))
      await alike((nameOrId) => ask(guest, nameOrId), [['openly', missing]]);
  });

  it('a guest gets a deletion of a message that was moved to such a stream', async () => {
    const [owner, guest, member] = [server.as('owner'), server.as('guest'), server.as('member')];
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'apart' }] }));
    const apart = Number(succeeded(await owner.get('/get_stream_id', { stream: 'apart' })).stream_id);
    const fields = { type: 'stream', to: 'general', topic: 'before', content: 'x' };
    const { id } = succeeded(await member.post('/messages', fields));
    const options = { event_types: ['delete_message', 'update_message'] };
    const capable = { client_capabilities: { notification_settings_null: true, bulk_message_deletion: true } };
    const queues = await Promise.all([
      follow(member, options),
      follow(guest, options),
      follow(guest, { ...options, ...capable }),
    ]);
    const move = { stream_id: apart, topic: 'after', send_notification_to_old_thread: false };
    succeeded(await owner.patch(`/messages/${id}`, move));
    const [moved, gone, goneInBulk] = await Promise.all(queues.map(async (queue) => (await queue.news())[0]));
    expect(moved).to.include({ type: 'update_message', subject: 'after', new_stream_id: apart });
    const expected = { type: 'delete_message', message_type: 'stream', stream_id: publicId, topic: 'before' };
    expect(gone).to.deep.include({ ...expected, message_id: id });
    expect(goneInBulk).to.deep.include({ ...expected, message_ids: [id] });
    expect((await guest.get(`/messages/${id}`)).body.msg).to.equal('Invalid message(s)');
  });

  it('a text links to no stream of which its sender does not know', async () => {
    const to = { type: 'stream', to: 'general', topic: 'x' };
    for (const name of [hidden, missing]) {
      const { id } = (await server.as('member').post('/messages', { ...to, content: `#**${name}**` })).body;
      const narrow = [{ operator: 'id', operand: String(id) }];
      const answer = await server.as('owner').get('/messages', { anchor: 0, num_before: 0, num_after: 9, narrow });
      expect(String(list(answer.body.messages)[0]?.content)).to.equal(`<p>#**${name}**</p>`);
    }
  });

  it('those who know of it get the specific refusal', async () => {
    const answer = await server.as('admin').post('/messages', message(hidden));
    expect(answer.body.msg).to.equal(`Not authorized to send to stream '${hidden}'`);
    const moved = await server.as('admin').patch(`/messages/${messageIdOf.member}`, { stream_id: hiddenId });
    expect(moved.body.msg).to.equal('Streams must be public');
    const rendered = await server.as('admin').post('/messages/render', { content: `#**${hidden}**` });
    expect(String(rendered.body.rendered)).to.include(`data-stream-id="${hiddenId}"`);
  });
});
