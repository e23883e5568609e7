import { expect } from 'chai';
import { z } from 'zod';
import { recordAccess } from '../../../commands/audit/record-access.ts';
import { type AnyEndpoint, defineEndpoint } from '../../../src/http/define-endpoint.ts';
import { ownerOfApiKey } from '../../../src/http/request/authenticate.ts';
import { forAuditors } from '../../../src/http/request/privileged.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { happened, realmId, serverAfter } from '../../support/given.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { type App, as, ask, basic, exchange, keyOf, secrets, startApp } from '../stub-app.ts';

const whoAmI = (
  path: `/${string}`,
  more: Pick<Partial<AnyEndpoint>, 'incomingWebhookBots' | 'privileged' | 'changesState' | 'commands'> & {
    readonly route?: `POST /${string}`;
    readonly access?: 'anyone';
  } = {},
) =>
  defineEndpoint({
    route: `GET ${path}`,
    id: path,
    summary: '',
    description: '',
    access: 'user',
    parameters: z.object({}),
    response: z.looseObject({ user_id: z.int() }),
    example: { user_id: 1 },
    handle: async ({ userId, realmId: realm, rootHost, origin }) => ({
      user_id: userId,
      realm,
      rootHost,
      origin: origin(),
    }),
    ...more,
  });

const endpoints = [
  whoAmI('/me'),
  whoAmI('/me', { route: 'POST /me' }),
  whoAmI('/webhook', { incomingWebhookBots: true }),
  whoAmI('/open', { access: 'anyone' }),
  whoAmI('/recorded', { privileged: () => forAuditors }),
  whoAmI('/taken', { changesState: true }),
  whoAmI('/noted', { commands: [recordAccess] }),
];

const deactivated = (id: number) => happened(logStream.directory(realmId), 'UserDeactivated', { userId: id as UserId });
const rotated = (id: number, generation: number) =>
  happened(logStream.directory(realmId), 'ApiKeyRotated', { userId: id as UserId, generation });

const past = [founded(), ...newUser(1), ...newUser(2), ...newUser(3, { bot: 2 }), ...newUser(4), deactivated(4)];

describe('authentication', () => {
  let app: App;
  before(async () => {
    app = await startApp(endpoints, past);
  });
  after(() => app.close());

  const wrongKey = keyOf(1).replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const rows: [string, string | undefined, number, string][] = [
    ['no header', undefined, 401, 'Not logged in: API authentication or user session required'],
    ['one word', 'Basic', 401, 'Invalid authorization header for basic auth'],
    ['three words', 'Basic a b', 401, 'Invalid authorization header for basic auth'],
    ['bad base64', 'Basic ???', 401, 'Invalid authorization header for basic auth'],
    ['no colon', basic('user1@test.example'), 401, 'Invalid authorization header for basic auth'],
    ['another scheme', 'Bearer x', 400, 'This endpoint requires HTTP basic authentication.'],
    ['a short key', basic('user1@test.example:short'), 401, 'Malformed API key'],
    ['a key with other characters', basic(`user1@test.example:${'-'.repeat(32)}`), 401, 'Malformed API key'],
    ['an unknown key', basic(`user1@test.example:${wrongKey}`), 401, 'Invalid API key'],
    ["another user's key", basic(`user1@test.example:${keyOf(2)}`), 401, 'Invalid API key'],
    ['an unknown address', basic(`nobody@test.example:${keyOf(1)}`), 401, 'Invalid API key'],
    ['a deactivated user', as(4).Authorization, 401, 'Account is deactivated'],
    ['an incoming-webhook bot', as(3).Authorization, 401, 'This API is not available to incoming webhook bots.'],
  ];
  for (const [name, header, status, msg] of rows)
    it(`${name}: ${status} ${msg}`, async () => {
      const reply = await ask(app, '/api/v1/me', header === undefined ? {} : { headers: { Authorization: header } });
      expect(reply.status).to.equal(status);
      expect(reply.json).to.deep.equal({ result: 'error', msg });
      expect(reply.headers['www-authenticate']).to.equal(status === 401 ? 'Basic realm="zulip"' : undefined);
    });

  const right: [string, string][] = [
    ['as it is', basic(`user1@test.example:${keyOf(1)}`)],
    ['in another case', basic(`USER1@Test.Example:${keyOf(1)}`)],
    ['with blanks around both', basic(` user1@test.example : ${keyOf(1)} `)],
    ['the scheme in another case', as(1).Authorization.replace('Basic', 'bAsIc')],
  ];
  for (const [name, header] of right)
    it(`an address and its key, ${name}, are accepted, also a second time`, async () => {
      for (let time = 0; time < 2; time += 1) {
        const reply = await ask(app, '/api/v1/me', { headers: { Authorization: header } });
        expect(reply.json).to.include({ result: 'success', user_id: 1 });
      }
    });

  it('an incoming-webhook bot may call endpoints that are declared for it', async () => {
    const reply = await ask(app, '/api/v1/webhook', { headers: as(3) });
    expect(reply.json).to.include({ result: 'success', user_id: 3 });
  });

  it('a write from a page of another site is refused, even with valid credentials; reads are not', async () => {
    const status = async (method: string, site: string) => {
      const headers = { ...as(1), 'Sec-Fetch-Site': site };
      return (await ask(app, '/api/v1/me', { method, headers })).status;
    };
    for (const site of ['cross-site', 'same-site'])
      expect([await status('POST', site), await status('GET', site)], site).to.deep.equal([401, 200]);
    for (const site of ['same-origin', 'none']) expect(await status('POST', site), site).to.equal(200);
  });

  it('a read that is recorded or has effects is refused like a write from a page of another site', async () => {
    const read = async (path: string, site: string) =>
      (await ask(app, path, { headers: { ...as(1), 'Sec-Fetch-Site': site } })).json.msg;
    for (const path of ['/api/v1/recorded', '/api/v1/taken', '/api/v1/noted']) {
      expect(await read(path, 'cross-site'), path).to.equal('Pages of other sites may not write');
      expect(await read(path, 'same-origin'), path).to.not.equal('Pages of other sites may not write');
    }
  });

  it('an endpoint for anyone ignores any header', async () => {
    const reply = await ask(app, '/api/v1/open', { headers: { Authorization: 'nonsense' } });
    expect(reply.json).to.include({ result: 'success', realm: realmId, rootHost: false });
  });

  it('credentials that were valid stop working when the key is rotated or the account deactivated', async () => {
    const own = await startApp(endpoints, past);
    const status = async (headers: Record<string, string>) => (await ask(own, '/api/v1/me', { headers })).status;
    expect(await status(as(2))).to.equal(200);
    own.happens([rotated(2, 2)]);
    expect(await status(as(2))).to.equal(401);
    expect(await status(as(2, 2))).to.equal(200);
    own.happens([deactivated(2)]);
    expect(await status(as(2, 2))).to.equal(401);
    await own.close();
  });
});

describe('organizations by host name', () => {
  const asked = async (host: string, env: Record<string, string> = {}) => {
    const app = await startApp(endpoints, past, env);
    const open = await ask(app, '/api/v1/open', { headers: { Host: host } });
    const me = await ask(app, '/api/v1/me', { headers: { Host: host, ...as(1) } });
    await app.close();
    return { ...open.json, status: open.status, msg: open.json.msg, login: me.status };
  };

  for (const host of ['test.chat.example', 'TEST.Chat.Example:80', '127.0.0.1', 'localhost:9991', '[::1]:9991'])
    it(`${host} belongs to the organization, by name or by default`, async () => {
      expect(await asked(host)).to.include({ realm: realmId, rootHost: false, login: 200 });
    });

  it('without a default, only the subdomain names an organization; any other host is the root host', async () => {
    const none = { VERBATIM_DEFAULT_REALM: '' };
    expect(await asked('test.chat.example', none)).to.include({ realm: realmId, rootHost: false, login: 200 });
    expect(await asked('chat.example', none)).to.include({ rootHost: true, login: 401 });
    expect(await asked('other.chat.example', none)).to.include({ rootHost: true, login: 401 });
  });

  it('the origin is the address of the request, unless one is configured', async () => {
    expect(await asked('test.chat.example:81')).to.include({ origin: 'http://test.chat.example:81' });
    for (const host of ['localhost:9991', '127.0.0.1:80', '[::1]', 'chat.example'])
      expect(await asked(host), host).to.include({ origin: `http://${host}` });
    const configured = { VERBATIM_PUBLIC_URL: 'https://chat.example' };
    expect(await asked('127.0.0.1', configured)).to.include({ origin: 'https://chat.example' });
  });

  it('the origin is never a host that only the request names', async () => {
    for (const host of ['evil.example', 'evil.chat.example', 'chat.example.evil.example:80', '203.0.113.9'])
      expect(((await asked(host)) as { origin?: unknown }).origin, host).to.match(/^http:\/\/test\.chat\.example:\d+$/);
    const several = await asked('evil.example', { VERBATIM_DEFAULT_REALM: '' });
    expect(JSON.stringify(several)).to.not.include('evil');
  });

  it('an invalid Host header is refused', async () => {
    expect(await asked('a/b"c')).to.include({ status: 400, msg: 'The Host header is not valid' });
  });

  it('a second Host header is refused', async () => {
    const app = await startApp(endpoints, past);
    const head = 'GET /api/v1/open HTTP/1.1\r\nConnection: close\r\nHost: test.chat.example\r\n';
    expect(await exchange(app, `${head}\r\n`)).to.match(/^HTTP\/1.1 200 /);
    expect(await exchange(app, `${head}hOST: other.chat.example\r\n\r\n`)).to.match(/^HTTP\/1.1 400 /);
    await app.close();
  });
});

describe('keys in the address', () => {
  const state = serverAfter(past);
  const problemFor = (key: string) => {
    try {
      return ownerOfApiKey({ secrets, state }, realmId, key).account.userId;
    } catch (error) {
      if (error instanceof ProblemError) return error.problem;
      throw error;
    }
  };

  it('are accepted for any active account', () => {
    expect(problemFor(keyOf(1))).to.equal(1);
    expect(problemFor(keyOf(3))).to.equal(3);
  });

  it('are answered with an error code if they are wrong', () => {
    for (const key of ['', 'short', keyOf(99), keyOf(1, 2)])
      expect(problemFor(key), key).to.include({ status: 401, code: 'INVALID_API_KEY', msg: 'Invalid API key' });
    expect(problemFor(keyOf(4))).to.include({ status: 401, msg: 'Account is deactivated' });
  });
});
