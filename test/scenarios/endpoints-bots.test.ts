/** /bots: every parameter and field, and the events for owners and administrators (docs/api.md, Bots). */
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

const sending = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
};
const gravatar = /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/;

describe('/bots', () => {
  const server = runningServer();
  const spare = server.as('spare');
  const member = server.as('member');

  const mine = async (by = spare): Promise<Loose[]> => list(succeeded(await by.get('/bots')).bots);
  const idOf = async (email: string): Promise<number> => {
    const { members } = succeeded(await spare.get('/users'));
    return Number(list(members).find((one) => String(one.email) === email)?.user_id);
  };
  const make = async (short_name: string, more: object = {}): Promise<{ id: number; made: Loose }> => {
    const made = succeeded(await spare.post('/bots', { full_name: `Bot ${short_name}`, short_name, ...more }));
    return { id: await idOf(`${short_name}-bot@dev.example`), made };
  };

  for (const [bot_type, more] of [
    [1, {}],
    [2, { bot_type: 2 }],
    [3, { bot_type: 3, payload_url: 'http://127.0.0.1:9/', interface_type: 1 }],
  ] as const)
    it(`POST: a bot of type ${bot_type}`, async () => {
      const { id, made } = await make(`kind${bot_type}`, more);
      const { api_key, avatar_url, ...others } = made as unknown as Record<string, unknown>;
      expect(api_key).to.match(/^[A-Za-z0-9]{32}$/);
      expect(avatar_url).to.match(gravatar);
      expect(others).to.deep.equal({ result: 'success', msg: '', ...sending });
      const row = (await mine()).find(({ username }) => String(username) === `kind${bot_type}-bot@dev.example`);
      expect(row).to.deep.equal({
        username: `kind${bot_type}-bot@dev.example`,
        full_name: `Bot kind${bot_type}`,
        api_key,
        avatar_url,
        ...sending,
      });
      const { members } = succeeded(await member.get('/users'));
      expect(list(members).find(({ user_id }) => Number(user_id) === id)).to.include({
        is_bot: true,
        bot_type,
        bot_owner_id: spare.account.user_id,
      });
    });

  it('POST: owner and administrators get realm_bot with the API key, other users only realm_user', async () => {
    const types = ['realm_bot', 'realm_user'];
    const [own, admin, other] = await Promise.all(
      [spare, server.as('admin'), member].map((who) => follow(who, { event_types: types })),
    );
    const { id, made } = await make('told');
    for (const queue of [own, admin]) {
      const events = (await queue?.news()) ?? [];
      const added = events.find(({ type }) => String(type) === 'realm_bot');
      expect(added).to.include({ op: 'add' });
      expect(added?.bot).to.deep.include({
        user_id: id,
        api_key: made.api_key,
        bot_type: 1,
        is_active: true,
        owner_id: spare.account.user_id,
        services: [],
        ...sending,
      });
    }
    const events = (await other?.news()) ?? [];
    expect(events.map(({ type, op }) => `${type} ${op}`)).to.deep.equal(['realm_user add']);
    expect(JSON.stringify(events)).to.not.include(String(made.api_key));
    expect(events[0]?.person).to.include({ user_id: id, is_bot: true });
  });

  it('PATCH: changes name, owner and service URL and answers the new values; GET lists the bot for its new owner', async () => {
    const { id } = await make('changed', { bot_type: 3, payload_url: 'http://127.0.0.1:9/' });
    const parameters = {
      full_name: 'Changed Bot',
      service_payload_url: '"http://127.0.0.1:8/"',
      service_interface: 1,
      bot_owner_id: member.account.user_id,
    };
    const { avatar_url, ...changed } = succeeded(await spare.patch(`/bots/${id}`, parameters)) as unknown as Record<
      string,
      unknown
    >;
    expect(avatar_url).to.match(gravatar);
    expect(changed).to.deep.equal({
      result: 'success',
      msg: '',
      full_name: 'Changed Bot',
      bot_owner: member.account.email,
      service_interface: 1,
      service_payload_url: 'http://127.0.0.1:8/',
      ...sending,
    });
    expect((await mine()).map(({ full_name }) => full_name)).to.not.include('Changed Bot');
    expect((await mine(member)).map(({ full_name }) => full_name)).to.include('Changed Bot');
  });

  it('PATCH: a bot that gets another owner has a new key and a new token, which its new owner receives', async () => {
    const { id, made } = await make('given', { bot_type: 3, payload_url: 'http://127.0.0.1:9/' });
    const tokenIn = async (who: Client): Promise<string> => {
      const { realm_bots } = succeeded(await who.post('/register', { fetch_event_types: ['realm_bot'] }));
      return String(list(realm_bots).find(({ user_id }) => Number(user_id) === id)?.services?.[0]?.token);
    };
    const oldToken = await tokenIn(spare);
    const [before, after] = [
      await follow(spare, { event_types: ['realm_bot'] }),
      await follow(member, { event_types: ['realm_bot'] }),
    ];
    succeeded(await spare.patch(`/bots/${id}`, { bot_owner_id: member.account.user_id }));
    const email = 'given-bot@dev.example';
    const old = server.with({ email, api_key: String(made.api_key) });
    refused(await old.get('/users/me'), { msg: 'Invalid API key' }, 401);
    const { api_key } = (await mine(member)).find(({ username }) => String(username) === email) as Loose;
    expect(succeeded(await server.with({ email, api_key: String(api_key) }).get('/users/me')).user_id).to.equal(id);
    const received = await after.news();
    expect(received.map(({ op }) => String(op))).to.deep.equal(['add', 'update', 'update']);
    expect(received[1]?.bot).to.deep.equal({ user_id: id, api_key });
    const newToken = await tokenIn(member);
    expect(newToken).to.match(/^[A-Za-z0-9]{32}$/);
    expect(newToken).not.to.equal(oldToken);
    expect(received[2]?.bot?.services?.[0]?.token).to.equal(newToken);
    expect(JSON.stringify(await before.news())).to.not.include(String(api_key));
  });

  it('default streams: chosen by name, shown to owner and administrators, and sent as events', async () => {
    succeeded(
      await spare.post('/users/me/subscriptions', { subscriptions: [{ name: 'bot home' }], invite_only: true }),
    );
    const { id, made } = await make('settled', {
      default_sending_stream: 'bot home',
      default_all_public_streams: true,
    });
    expect(made).to.include({ ...sending, default_sending_stream: 'bot home', default_all_public_streams: true });
    const queue = await follow(server.as('admin'), { event_types: ['realm_bot'] });
    const chosen = { default_events_register_stream: '"general"', default_all_public_streams: false };
    const now = { default_sending_stream: 'bot home', default_events_register_stream: 'general' };
    expect(succeeded(await spare.patch(`/bots/${id}`, chosen))).to.include({ ...sending, ...now });
    expect((await queue.news()).map(({ bot }) => bot)).to.deep.equal([
      { user_id: id, default_events_register_stream: 'general', default_all_public_streams: false },
    ]);
    const row = (await mine()).find(({ username }) => String(username) === 'settled-bot@dev.example');
    expect(row).to.include({ ...sending, ...now });
    for (const who of [spare, server.as('admin')]) {
      const { realm_bots } = succeeded(await who.post('/register', { fetch_event_types: ['realm_bot'] }));
      expect(list(realm_bots).find(({ user_id }) => Number(user_id) === id)).to.include({ ...sending, ...now });
    }
    for (const name of ['nowhere', 'shut to the owner']) {
      succeeded(
        await member.post('/users/me/subscriptions', {
          subscriptions: [{ name: 'shut to the owner' }],
          invite_only: true,
        }),
      );
      for (const by of [spare, server.as('admin')])
        badRequest(await by.patch(`/bots/${id}`, { default_sending_stream: name }), `Invalid stream name '${name}'`);
    }
    expect(succeeded(await spare.patch(`/bots/${id}`, { default_sending_stream: '' })).default_sending_stream).to.equal(
      null,
    );
  });

  it('default streams: messages without `to` go there, and queues get its messages or all public ones', async () => {
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'news' }, { name: 'others' }] }));
    const { id, made } = await make('lazy', { default_sending_stream: 'news', default_events_register_stream: 'news' });
    const bot = server.with({ email: 'lazy-bot@dev.example', api_key: String(made.api_key) });
    const topics = async (queue: { news: () => Promise<Loose[]> }) =>
      (await queue.news()).map(({ message }) => String(message?.subject));
    const post = async (to: string | undefined, topic: string, by = member) =>
      succeeded(await by.post('/messages', { type: 'stream', ...(to && { to }), topic, content: 'x' }));
    const types = { event_types: ['message'] };
    const [byDefault, narrowed] = [
      await follow(bot, types),
      await follow(bot, { ...types, narrow: [['stream', 'others']] }),
    ];
    await post(undefined, 'from the bot', bot);
    await post('others', 'elsewhere');
    badRequest(await bot.post('/messages', { type: 'private', content: 'x' }), 'Message must have recipients');
    expect(await topics(byDefault)).to.deep.equal(['from the bot']);
    expect(await topics(narrowed)).to.deep.equal(['elsewhere']);
    const all = { default_events_register_stream: '', default_all_public_streams: true };
    succeeded(await spare.patch(`/bots/${id}`, all));
    const [everywhere, nowhere] = [
      await follow(bot, types),
      await follow(bot, { ...types, all_public_streams: false }),
    ];
    await post('others', 'anywhere');
    expect(await topics(everywhere)).to.deep.equal(['anywhere']);
    expect(await topics(nowhere)).to.deep.equal([]);
    succeeded(await spare.patch(`/bots/${id}`, { default_sending_stream: '' }));
    badRequest(await bot.post('/messages', { type: 'stream', topic: 't', content: 'x' }), 'Missing stream');
  });

  it('PATCH: realm_bot events carry integer `owner_id`', async () => {
    const { id } = await make('handed');
    expect(succeeded(await spare.patch(`/bots/${id}`, { full_name: 'Handed' }))).to.include({
      service_interface: 1,
      service_payload_url: null,
    });
    const queue = await follow(server.as('admin'), { event_types: ['realm_bot'] });
    succeeded(await server.as('admin').patch(`/bots/${id}`, { bot_owner_id: member.account.user_id }));
    const bots = (await queue.news()).filter(({ op }) => String(op) === 'update').map(({ bot }) => bot);
    expect(bots).to.deep.include({ user_id: id, owner_id: member.account.user_id });
  });

  it('POST …/api_key/regenerate: the old key becomes invalid', async () => {
    const { id, made } = await make('renewed');
    const { api_key } = succeeded(await spare.post(`/bots/${id}/api_key/regenerate`));
    expect(api_key).to.match(/^[A-Za-z0-9]{32}$/);
    const email = 'renewed-bot@dev.example';
    refused(
      await server.with({ email, api_key: String(made.api_key) }).get('/users/me'),
      { msg: 'Invalid API key' },
      401,
    );
    expect(succeeded(await server.with({ email, api_key: String(api_key) }).get('/users/me')).user_id).to.equal(id);
  });

  it('DELETE: deactivates the bot, and events and lists show it', async () => {
    const { id, made } = await make('retired');
    expect(succeeded(await spare.delete(`/bots/${id}`))).to.deep.equal({ result: 'success', msg: '' });
    refused(
      await server.with({ email: 'retired-bot@dev.example', api_key: String(made.api_key) }).get('/users/me'),
      { msg: 'Account is deactivated' },
      401,
    );
    expect((await mine()).map(({ username }) => username)).to.not.include('retired-bot@dev.example');
    const { members } = succeeded(await spare.get('/users'));
    expect(list(members).find(({ user_id }) => Number(user_id) === id)).to.include({ is_active: false });
  });

  it('other users cannot change a bot; a person is not a bot', async () => {
    const { id } = await make('guarded');
    for (const call of [
      member.patch(`/bots/${id}`, { full_name: 'Mine Now' }),
      member.delete(`/bots/${id}`),
      member.post(`/bots/${id}/api_key/regenerate`),
    ])
      badRequest(await call, 'Insufficient permission');
    for (const path of [`/bots/${member.account.user_id}`, '/bots/0', '/bots/4711', '/bots/1'])
      badRequest(await server.as('owner').delete(path), 'No such bot');
    badRequest(
      await spare.patch(`/bots/${id}`, { service_payload_url: 'http://127.0.0.1:9/' }),
      'service_payload_url is only for outgoing webhook bots',
    );
    refused(await spare.patch(`/bots/${id}`, { bot_owner_id: 4711 }), { msg: 'Failed to change owner, no such user' });
  });
});
