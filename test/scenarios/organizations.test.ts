/**
 * Two organizations on one server, selected by the host name. They have the same user ids, addresses and stream names, so that any data
 * that leaks into the other organization would look like its own.
 */
import { expect } from 'chai';
import { devOrganization } from '../../src/cli/dev-organization.ts';
import { type AccountName, type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { hostClient } from '../support/host-client.ts';
import { newestFor, said } from '../support/messages.ts';
import { startServer, type TestServer } from '../support/server.ts';

const domain = { VERBATIM_DOMAIN: 'chat.example' };

/** Creates a second organization with the same people under the same addresses. Returns its accounts by name. */
async function twinOf({
  application,
  data,
  as,
}: TestServer): Promise<Record<string, { email: string; api_key: string }>> {
  const { services } = application;
  const config = { ...services.config, data, defaultRealm: 'twin' };
  const accounts = await devOrganization({ ...services, config });
  const emailOf = (name: string) => as(name as AccountName).account.email;
  expect((accounts.member as { email: string }).email).to.equal(emailOf('member').replace('dev.', 'twin.'));
  return accounts as unknown as Record<string, { email: string; api_key: string }>;
}

describe('organizations on one server', () => {
  let server: TestServer;
  let ours: Record<'owner' | 'admin' | 'member' | 'spare' | 'webhook_bot', Client>;
  let theirs: typeof ours;
  const at = (host: string, account?: { email: string; api_key: string }): Client =>
    hostClient(() => server.base, host, account);
  before(async () => {
    server = await startServer(domain);
    const twins = await twinOf(server);
    const names = ['owner', 'admin', 'member', 'spare', 'webhook_bot'] as const;
    const clients = (host: string, accountOf: (name: (typeof names)[number]) => { email: string; api_key: string }) =>
      Object.fromEntries(names.map((name) => [name, at(host, accountOf(name))])) as typeof ours;
    ours = clients('dev.chat.example', (name) => server.as(name).account);
    theirs = clients('twin.chat.example', (name) => twins[name] as { email: string; api_key: string });
  });
  after(() => server.stop());

  const say = (by: Client, content: string, to = 'general'): Promise<number> => said(by, to, 'twins', content);
  const everything = async (by: Client, narrow: unknown = []): Promise<string> =>
    JSON.stringify(await newestFor(by, { narrow }));
  const idOf = async (by: Client): Promise<number> => Number(succeeded(await by.get('/users/me')).user_id);

  it('each answers at its host, whatever the port and in any case', async () => {
    for (const [host, uri] of [
      ['dev.chat.example', 'dev'],
      ['twin.chat.example', 'twin'],
      ['TWIN.Chat.Example:9991', 'twin'],
    ] as const) {
      const settings = succeeded(await at(host).get('/server_settings'));
      expect(String(settings.realm_uri).toLowerCase()).to.equal(`http://${host.toLowerCase()}`);
      const username = `member@${uri}.example`;
      expect(succeeded(await at(host).post('/dev_fetch_api_key', { username })).email).to.equal(username);
    }
    const username = 'member@dev.example';
    refused(
      await at('twin.chat.example').post('/dev_fetch_api_key', { username }),
      { msg: 'This user is not registered.', reason: 'unregistered' },
      403,
    );
  });

  it('an API key of the other organization: 401 `Invalid API key`', async () => {
    expect(await idOf(ours.member), 'both have the same id').to.equal(await idOf(theirs.member));
    for (const [host, client, other] of [
      ['twin.chat.example', ours.member, theirs.member],
      ['dev.chat.example', theirs.member, ours.member],
    ] as const)
      for (const email of [client.account.email, other.account.email]) {
        const crossing = at(host, { email, api_key: client.account.api_key });
        refused(await crossing.get('/users/me'), { msg: 'Invalid API key' }, 401);
        refused(
          await at(host).post(`/external/helloworld?api_key=${client.account.api_key}`),
          { code: 'INVALID_API_KEY', msg: 'Invalid API key' },
          401,
        );
      }
  });

  it('users and profiles of the other organization are not visible, and cannot be changed by id', async () => {
    const rows = list(succeeded(await ours.owner.get('/users')).members);
    expect(rows.map(({ email }) => String(email)).filter((email) => email.includes('twin'))).to.deep.equal([]);
    const id = await idOf(theirs.spare);
    succeeded(await ours.owner.patch(`/users/${id}`, { full_name: 'Ours Alone' }));
    expect(succeeded(await theirs.spare.get('/users/me')).full_name).to.equal('Sam Spare');
    const field = succeeded(await ours.admin.post('/realm/profile_fields', { name: 'Ours', field_type: 1 })).id;
    expect(succeeded(await theirs.admin.get('/realm/profile_fields')).custom_fields).to.deep.equal([]);
    badRequest(
      await theirs.member.patch('/users/me/profile_data', { data: [{ id: field, value: 'x' }] }),
      `Field id ${field} not found.`,
    );
  });

  it('streams with the same name are two streams; streams of the other organization do not exist', async () => {
    const made = { subscriptions: [{ name: 'ours alone' }] };
    succeeded(await ours.member.post('/users/me/subscriptions', made));
    const names = async (by: Client) =>
      list(succeeded(await by.get('/streams', { include_all_active: true })).streams).map(({ name }) => String(name));
    expect(await names(ours.owner)).to.deep.equal(['general', 'ours alone']);
    expect(await names(theirs.owner)).to.deep.equal(['general']);
    const missing = { code: 'STREAM_DOES_NOT_EXIST', msg: "Stream 'ours alone' does not exist", stream: 'ours alone' };
    refused(
      await theirs.member.post('/messages', { type: 'stream', to: 'ours alone', topic: 't', content: 'x' }),
      missing,
    );
    refused(await theirs.owner.delete('/users/me/subscriptions', { subscriptions: ['ours alone'] }), missing);
    succeeded(await theirs.member.post('/users/me/subscriptions', { ...made, invite_only: true }));
    expect(succeeded(await ours.member.get('/streams')).streams).to.satisfy((streams: Loose) =>
      list(streams).every(({ invite_only }) => !invite_only),
    );
  });

  it('messages of the other organization cannot be listed, searched, read, edited or deleted', async () => {
    const [own, foreign] = [await say(ours.member, 'oursonly words'), await say(theirs.member, 'theirsonly words')];
    expect(await everything(theirs.owner)).to.not.include('oursonly');
    expect(await everything(ours.owner)).to.not.include('theirsonly');
    expect(await everything(theirs.owner, [{ operator: 'search', operand: 'oursonly' }])).to.equal('[]');
    expect(await everything(theirs.owner, [['streams', 'public']])).to.not.include('oursonly');
    // A message in each organization may have the same id: the answer must be about the own one.
    for (const id of [own, foreign]) {
      const answers = [
        await theirs.owner.get(`/messages/${id}`),
        await theirs.owner.get(`/messages/${id}/history`),
        await theirs.owner.get('/messages/matches_narrow', { msg_ids: [id], narrow: [] }),
        await theirs.owner.get('/messages', { anchor: id, num_before: 0, num_after: 0 }),
      ];
      expect(JSON.stringify(answers.map(({ body }) => body))).to.not.include('oursonly');
    }
    await theirs.admin.delete(`/messages/${own}`);
    await theirs.member.patch(`/messages/${own}`, { content: 'changed from afar' });
    expect(succeeded(await ours.member.get(`/messages/${own}`)).raw_content).to.equal('oursonly words');
  });

  it('private messages stay in the organization, and recipients of the other one are unknown', async () => {
    badRequest(
      await theirs.member.post('/messages', { type: 'private', to: ['member@dev.example'], content: 'x' }),
      "Invalid email 'member@dev.example'",
    );
    succeeded(await ours.owner.patch(`/users/${await idOf(ours.spare)}`, { full_name: 'Unique Among Us' }));
    const { rendered } = succeeded(
      await theirs.member.post('/messages/render', { content: '@**Unique Among Us** #**ours alone 2**' }),
    );
    expect(rendered).to.not.include('data-user-id').and.not.include('data-stream-id');
  });

  it('event queues of the other organization cannot be polled or deleted, even with their ids, and deliver nothing here', async () => {
    const own = await follow(ours.member);
    const foreign = await follow(theirs.member, { all_public_streams: true });
    await say(ours.member, 'for our ears');
    succeeded(await ours.member.patch('/settings/notifications', { enable_sounds: false }));
    succeeded(await ours.member.post('/users/me/subscriptions', { subscriptions: [{ name: 'heard by us' }] }));
    succeeded(await ours.owner.patch(`/users/${await idOf(ours.spare)}`, { full_name: 'Heard By Us' }));
    expect(await foreign.news()).to.deep.equal([]);
    expect(await own.news()).to.not.deep.equal([]);
    const refusal = { code: 'BAD_EVENT_QUEUE_ID', msg: `Bad event queue id: ${own.queueId}`, queue_id: own.queueId };
    for (const who of [theirs.member, theirs.owner]) {
      refused(await who.get('/events', { queue_id: own.queueId, dont_block: true }), refusal);
      refused(await who.delete('/events', { queue_id: own.queueId }), refusal);
    }
    const echo = { queue_id: own.queueId, local_id: '1', type: 'stream', to: 'general', topic: 't', content: 'x' };
    succeeded(await theirs.member.post('/messages', echo));
    expect(await own.news()).to.deep.equal([]);
  });

  it('settings, mutes and subscription properties are separate', async () => {
    const mute = { stream: 'general', topic: 'noise', op: 'add' };
    succeeded(await ours.member.patch('/users/me/subscriptions/muted_topics', mute));
    succeeded(await theirs.member.patch('/users/me/subscriptions/muted_topics', mute));
    const red = { subscription_data: [{ stream_id: 1, property: 'color', value: '#ff0000' }] };
    succeeded(await ours.member.post('/users/me/subscriptions/properties', red));
    const colors = await Promise.all(
      [ours.member, theirs.member].map(
        async (who) => list(succeeded(await who.get('/users/me/subscriptions')).subscriptions)[0]?.color,
      ),
    );
    expect(colors[0]).to.equal('#ff0000');
    expect(colors[1]).to.not.equal('#ff0000');
  });

  it('owners see only the event queues of their own organization', async () => {
    const countOf = async (client: Client): Promise<number> =>
      Number((succeeded(await client.get('/operations')).queues as Loose).count);
    const [before, others] = [await countOf(ours.owner), await countOf(theirs.owner)];
    succeeded(await ours.member.post('/register', {}));
    expect([await countOf(ours.owner), await countOf(theirs.owner)]).to.deep.equal([before + 1, others]);
  });

  it('both keep their data after a restart', async () => {
    await server.restart();
    expect(await everything(theirs.owner)).to.not.include('oursonly');
    expect(await everything(ours.owner))
      .to.include('oursonly')
      .and.not.include('theirsonly');
    refused(await at('twin.chat.example', ours.member.account).get('/users/me'), { msg: 'Invalid API key' }, 401);
  });

  it('each answers at its host with a final dot, by which the name is complete', async () => {
    for (const [host, uri] of [
      ['twin.chat.example.', 'http://twin.chat.example'],
      ['twin.chat.example.:9991', 'http://twin.chat.example:9991'],
    ] as const) {
      const settings = succeeded(await at(host).get('/server_settings'));
      expect(settings.realm_uri).to.equal(uri);
      const email = 'member@twin.example';
      expect(succeeded(await at(host, theirs.member.account).get('/users/me'))).to.include({ email });
    }
  });

  it('a host that names no organization belongs to the default one', async () => {
    for (const host of [
      '127.0.0.1',
      'localhost:9991',
      'nobody.chat.example',
      'chat.example',
      'a.dev.chat.example',
      '[::1]',
    ]) {
      expect(succeeded(await at(host, ours.member.account).get('/users/me')).email).to.equal('member@dev.example');
      refused(await at(host, theirs.member.account).get('/users/me'), { msg: 'Invalid API key' }, 401);
      const isOurs = !['nobody.chat.example', 'a.dev.chat.example'].includes(host);
      const settings = succeeded(await at(host).get('/server_settings'));
      expect(settings.realm_uri).to.match(isOurs ? /^/ : /^http:\/\/dev\.chat\.example:\d+$/);
      if (isOurs) expect(settings).to.include({ realm_uri: `http://${host}` });
    }
  });
});

describe('a server without a default organization', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ ...domain, VERBATIM_DEFAULT_REALM: '' });
  });
  after(() => server.stop());

  it('its root host omits the fields of an organization, and refuses every key', async () => {
    const { account } = server.as('member');
    for (const host of ['chat.example', '127.0.0.1', 'nobody.chat.example']) {
      const root = hostClient(() => server.base, host, account);
      const settings = succeeded(await root.get('/server_settings'));
      expect(Object.keys(settings).filter((key) => key.startsWith('realm_'))).to.deep.equal([]);
      expect(settings).to.include.all.keys('service_version', 'service_feature_level', 'authentication_methods');
      refused(await root.get('/users/me'), { msg: 'Invalid API key' }, 401);
      badRequest(await root.post('/dev_fetch_api_key', { username: account.email }), 'Invalid subdomain');
    }
    const named = hostClient(() => server.base, 'main.chat.example', account);
    expect(succeeded(await named.get('/users/me')).email).to.equal(account.email);
    expect(succeeded(await named.get('/server_settings'))).to.include({ realm_name: 'Verbatim Dev' });
  });
});
