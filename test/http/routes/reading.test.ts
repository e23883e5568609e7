import { expect } from 'chai';
import { type Client, list } from '../../support/client.ts';
import { runningServer, type TestServer } from '../../support/server.ts';

const anonymously = async (server: TestServer, method: string, path: string, given: Record<string, string> = {}) => {
  const { 'user-agent': agent, ...form } = given;
  const response = await fetch(`${server.base}/api/v1${path}`, {
    method,
    headers: agent === undefined ? {} : { 'user-agent': agent },
    ...(method === 'GET' ? {} : { body: new URLSearchParams(form) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('reading over HTTP', () => {
  const server = runningServer();
  const member = server.as('member');

  it('GET /users/me: the caller', async () => {
    const { status, body } = await member.get('/users/me');
    expect(status).to.equal(200);
    expect(body).to.include({
      result: 'success',
      user_id: member.account.user_id,
      email: member.account.email,
      full_name: member.account.full_name,
      is_bot: false,
    });
    expect((await server.as('bot').get('/users/me')).body).to.include({ is_bot: true, bot_type: 1 });
  });

  it('GET /users: avatars by either name of the parameter, but not by both', async () => {
    const avatars = async (parameters: Record<string, unknown>) =>
      new Set(list((await member.get('/users', parameters)).body.members).map(({ avatar_url }) => typeof avatar_url));
    expect(await avatars({})).to.deep.equal(new Set(['string']));
    expect(await avatars({ client_avatarhost: true })).to.deep.equal(new Set(['object']));
    expect(await avatars({ client_gravatar: true })).to.deep.equal(new Set(['object']));
    const both = await member.get('/users', { client_gravatar: true, client_avatarhost: true });
    expect(both.body.code).to.equal('REQUEST_CONFUSING_VAR');
    const [first] = list((await member.get('/users', { include_custom_profile_fields: true })).body.members);
    expect(first?.profile_data).to.deep.equal({});
  });

  it('GET /streams: by its filters, and to administrators alone for all', async () => {
    const names = async (client: Client, parameters: Record<string, unknown>) =>
      list((await client.get('/streams', parameters)).body.streams).map(({ name }) => name);
    await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'hidden' }], invite_only: true });
    expect(await names(member, {})).to.include.members(['general', 'hidden']);
    expect(await names(member, { include_public: false })).to.include('hidden');
    expect(await names(server.as('spare'), {})).not.to.include('hidden');
    expect(await names(server.as('bot'), { include_owner_subscribed: true })).to.include('hidden');
    expect(await names(server.as('admin'), { include_all_active: true })).to.include('hidden');
    const defaults = await member.get('/streams', { include_default: true });
    expect(list(defaults.body.streams).find(({ is_default }) => is_default)?.name).to.equal('general');
    const refused = await member.get('/streams', { include_all_active: true });
    expect(refused.status).to.equal(400);
    expect(refused.body).to.include({ code: 'BAD_REQUEST', msg: 'User not authorized for this query' });
  });

  it('GET /users/me/subscriptions: with subscribers when asked', async () => {
    const [plain] = list((await member.get('/users/me/subscriptions')).body.subscriptions);
    expect(plain).not.to.have.property('subscribers');
    const { body } = await member.get('/users/me/subscriptions', { include_subscribers: true });
    const general = list(body.subscriptions).find(({ name }) => (name as unknown) === 'general');
    expect(list(general?.subscribers)).to.include(member.account.user_id);
  });

  it('GET /bots and GET /realm/profile_fields', async () => {
    const bots = list((await member.get('/bots')).body.bots);
    expect(bots.map(({ api_key }) => api_key)).to.include(server.as('bot').account.api_key);
    expect((await server.as('guest').get('/bots')).body.bots).to.deep.equal([]);
    expect((await member.get('/realm/profile_fields')).body.custom_fields).to.be.an('array');
  });

  it('GET /server_settings: to anyone, whatever credentials they send', async () => {
    const { status, body } = await anonymously(server, 'GET', '/server_settings', { 'user-agent': 'ZulipMobile/1.0' });
    expect(status).to.equal(200);
    expect(body).to.include({ result: 'success', is_incompatible: false, realm_uri: server.base });
    const invalid = await anonymously(server, 'GET', '/server_settings', { 'user-agent': 'ZulipInvalid/1.0' });
    expect(invalid.body.is_incompatible).to.equal(true);
    const nobody = server.with({ email: 'nobody@main.example', api_key: 'x' });
    expect((await nobody.get('/server_settings')).status).to.equal(200);
  });

  it('POST /dev_fetch_api_key: the key of anybody, on a development server', async () => {
    const fetchKey = (username: string) => anonymously(server, 'POST', '/dev_fetch_api_key', { username });
    const { status, body } = await fetchKey(member.account.email.toUpperCase());
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      result: 'success',
      msg: '',
      api_key: member.account.api_key,
      email: member.account.email,
    });
    expect(await fetchKey('nobody@main.example')).to.deep.equal({
      status: 403,
      body: { result: 'error', msg: 'This user is not registered.', reason: 'unregistered' },
    });
    expect((await fetchKey('nobody')).body).to.include({ code: 'BAD_REQUEST', msg: 'Enter a valid email address.' });
    expect((await anonymously(server, 'POST', '/dev_fetch_api_key')).body.code).to.equal('REQUEST_VARIABLE_MISSING');
  });

  it('GET /dev_list_users: active people, administrators first', async () => {
    const { body } = await anonymously(server, 'GET', '/dev_list_users');
    const emails = (rows: unknown) => (rows as { email: string }[]).map(({ email }) => email);
    expect(emails(body.direct_admins)).to.have.members(
      [server.as('owner'), server.as('admin')].map((c) => c.account.email),
    );
    expect(emails(body.direct_users)).to.include.members([member.account.email, server.as('guest').account.email]);
    expect(body.direct_users).to.deep.include({ email: member.account.email, realm_uri: server.base });
  });

  it('POST /fetch_api_key: refused for a wrong password', async () => {
    const given = { username: member.account.email, password: 'x' };
    expect(await anonymously(server, 'POST', '/fetch_api_key', given)).to.deep.equal({
      status: 403,
      body: {
        result: 'error',
        msg: 'Your username or password is incorrect.',
        reason: 'incorrect_creds',
      },
    });
  });
});
