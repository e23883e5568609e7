/** Read models are projected from the log: answers are the same after a restart, and after the read models were deleted. */
import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { newsOf } from '../support/following.ts';
import { said } from '../support/messages.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { isEmbedded, wipeReadModels } from '../support/test-stores.ts';

const everybody = ['owner', 'admin', 'member', 'spare', 'guest', 'bot', 'outgoing_bot'] as const;
/** What users differ in is decided above the stores. */
const viewers = isEmbedded ? everybody : (['owner', 'spare', 'guest'] as const);
const path = '/users/me/subscriptions';

describe('deleted read models', () => {
  let server: TestServer;
  let messageIds: number[] = [];
  let answered: Record<string, unknown>;
  before(async () => {
    server = await startServer();
    await life(server.as('owner'), server.as('admin'), server.as('member'), server.as('spare'));
    answered = await everything();
  });
  after(() => server.stop());

  /** Writes at least one thing of every kind. */
  async function life(owner: Client, admin: Client, member: Client, spare: Client): Promise<void> {
    const say = async (by: Client, content: string, place: object = { type: 'stream', to: 'general', topic: 't' }) =>
      Number(succeeded(await by.post('/messages', { ...place, content })).id);
    succeeded(await member.post(path, { subscriptions: [{ name: 'open', description: '*d*' }], announce: true }));
    const shut = { subscriptions: [{ name: 'shut' }], invite_only: true };
    succeeded(await member.post(path, { ...shut, principals: [member.account.user_id, spare.account.user_id] }));
    messageIds = [
      await say(member, 'first **words** https://x.example/a.png'),
      await say(spare, `@**${member.account.full_name}** hello`, { type: 'stream', to: 'shut', topic: 'Deep' }),
      await say(spare, 'psst', { type: 'private', to: [member.account.user_id, admin.account.user_id] }),
      await say(member, 'deleted soon'),
      await say(member, 'moved soon'),
    ];
    const [first, , , gone, moved] = messageIds;
    succeeded(await member.patch(`/messages/${first}`, { content: 'second words' }));
    succeeded(await admin.delete(`/messages/${gone}`));
    succeeded(await member.patch(`/messages/${moved}`, { topic: 'elsewhere' }));
    succeeded(await spare.delete(path, { subscriptions: ['shut'] }));
    succeeded(await member.patch(`${path}/muted_topics`, { stream: 'general', topic: 't', op: 'add' }));
    const color = { subscription_data: [{ stream_id: 1, property: 'color', value: '#abcdef' }] };
    succeeded(await member.post(`${path}/properties`, color));
    const field = succeeded(await admin.post('/realm/profile_fields', { name: 'Motto', field_type: 1 })).id;
    succeeded(await member.patch('/users/me/profile_data', { data: [{ id: field, value: '*x*' }] }));
    succeeded(await owner.patch(`/users/${spare.account.user_id}`, { full_name: 'Sue Spare', role: 200 }));
    succeeded(await member.post('/bots', { full_name: 'New Bot', short_name: 'new' }));
    succeeded(await member.patch('/settings/notifications', { enable_sounds: false }));
  }

  /** All answers for all users, without the fields that differ between any two registrations. */
  async function everything(): Promise<Record<string, unknown>> {
    const seen: Record<string, unknown> = {};
    for (const name of viewers) {
      const client = server.as(name);
      const { queue_id, last_event_id, realm_uri, ...state } = succeeded(
        await client.post('/register', { include_subscribers: true }),
      ) as unknown as Record<string, unknown>;
      const get = async (url: string, parameters = {}) => (await client.get(url, parameters)).body;
      const narrows = [[], [['search', 'words']], [['is', 'mentioned']], [['has', 'image']], [['streams', 'public']]];
      seen[name] = {
        state,
        me: await get('/users/me'),
        users: await get('/users', { include_custom_profile_fields: true }),
        streams: await get('/streams', { include_default: true }),
        subscriptions: await get(path, { include_subscribers: true }),
        bots: await get('/bots'),
        fields: await get('/realm/profile_fields'),
        listings: await Promise.all(
          narrows.map((narrow) => get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow })),
        ),
        histories: await Promise.all(messageIds.map((id) => get(`/messages/${id}/history`))),
      };
    }
    return seen;
  }

  it('answers stay the same after a restart', async () => {
    expect(JSON.stringify(answered)).to.include('second words').and.not.include('deleted soon');
    await server.restart();
    expect(await everything()).to.deep.equal(answered);
  });

  it('answers stay the same when the read models are rebuilt from the log', async () => {
    await server.stop();
    await wipeReadModels(server.data);
    server = await startServer({ VERBATIM_DATA: server.data });
    expect(await everything()).to.deep.equal(answered);
  });

  it('event queues and their undelivered events are kept', async () => {
    const member = server.as('member');
    const queue = succeeded(await member.post('/register', { event_types: ['message'] }));
    await said(member, 'general', 't', 'still to be told');
    const { data } = server.application.services.config;
    await server.stop();
    await wipeReadModels(data);
    server = await startServer({ VERBATIM_DATA: data });
    const contents = (await newsOf(server.as('member'), queue)).map((event) => event.message?.content);
    expect(contents).to.deep.equal(['still to be told']);
  });
});
