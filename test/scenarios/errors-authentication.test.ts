/** Refusals of authentication and their answers (docs/api.md, Authentication). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { deactivateUser } from '../../commands/user/deactivate-user.ts';
import type { EventQueues } from '../../src/queues/event-queues.ts';
import { ask, basic, form } from '../http/stub-app.ts';
import type { AccountName } from '../support/client.ts';
import { runningServer } from '../support/server.ts';

describe('errors: authentication', () => {
  const server = runningServer();

  const port = (): { port: number } => ({ port: Number(new URL(server.base).port) });
  const credentials = (name: AccountName): [string, string] => {
    const { email, api_key } = server.as(name).account;
    return [email, api_key];
  };
  const tried = async (authorization: string | undefined, path = '/users/me') => {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
    return ask(port(), `/api/v1${path}`, { headers });
  };
  /** These errors have only `result` and `msg`, and no code. */
  const refusedWith = async (authorization: string | undefined, status: number, msg: string, path?: string) => {
    const reply = await tried(authorization, path);
    expect(reply.json).to.deep.equal({ result: 'error', msg });
    expect(reply.status).to.equal(status);
    expect(reply.headers['www-authenticate']).to.equal(status === 401 ? 'Basic realm="zulip"' : undefined);
  };
  const letIn = async (authorization: string) => {
    const reply = await tried(authorization);
    expect([reply.status, reply.json.result], reply.text).to.deep.equal([200, 'success']);
    return reply.json.email;
  };

  /** A request of which the service has read the headers. */
  const begun = async (name: AccountName, path: string, length: number) => {
    const socket = connect(port().port, '127.0.0.1');
    const reply = text(socket);
    const headers = [
      `POST /api/v1${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Connection: close',
      'Expect: 100-continue',
      `Authorization: ${basic(credentials(name).join(':'))}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${length}`,
    ];
    socket.write(
      headers
        .map((line) => `${line}\r\n`)
        .concat('\r\n')
        .join(''),
    );
    await once(socket, 'data');
    return { socket, reply };
  };

  it('no Authorization header', () =>
    refusedWith(undefined, 401, 'Not logged in: API authentication or user session required'));

  for (const header of ['Basic', 'Basic !!!', 'Basic a b', basic('no colon'), basic('a:b:c'), 'Basic ====', ''])
    it(`header that cannot be read: '${header}'`, () =>
      refusedWith(header, 401, 'Invalid authorization header for basic auth'));

  it('scheme not Basic', () => refusedWith('Bearer abc', 400, 'This endpoint requires HTTP basic authentication.'));

  it('key not 32 letters and digits', async () => {
    const [email, key] = credentials('member');
    for (const wrong of ['', 'short', `${key}x`, key.slice(1), key.replace(/.$/, '!'), key.replace(/.$/, 'é')])
      await refusedWith(basic(`${email}:${wrong}`), 401, 'Malformed API key');
  });

  it('unknown key, or key of another user than the email', async () => {
    const [email, key] = credentials('member');
    const [, anothers] = credentials('owner');
    const changed = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const [who, what] of [
      [email, anothers],
      [email, changed],
      [email, '0'.repeat(32)],
      ['nobody@dev.example', key],
      ['', key],
      ['__proto__', key],
    ])
      await refusedWith(basic(`${who}:${what}`), 401, 'Invalid API key');
    await refusedWith(basic(`${email}:${key.toLowerCase()}`), 401, 'Invalid API key');
  });

  it('accepted: email in another case, blanks around both, scheme in any case', async () => {
    const [email, key] = credentials('member');
    expect(await letIn(basic(` ${email.toUpperCase()} : ${key} `))).to.equal(email);
    expect(await letIn(basic(`${email}:${key}`).replace('Basic', 'bAsIC'))).to.equal(email);
  });

  it('incoming-webhook bot on any endpoint except POST /messages and /external/*', async () => {
    const authorization = basic(credentials('webhook_bot').join(':'));
    const msg = 'This API is not available to incoming webhook bots.';
    for (const path of ['/users/me', '/messages?num_before=1', '/streams', '/events']) {
      await refusedWith(authorization, 401, msg, path);
    }
    const sent = form('type=stream&to=general&topic=t&content=x', 'POST', { Authorization: authorization });
    expect((await ask(port(), '/api/v1/messages', sent)).status).to.equal(200);
    const [, key] = credentials('webhook_bot');
    const body = JSON.stringify({ featured_title: 'T', featured_url: 'https://x.example' });
    const posted = await ask(port(), `/api/v1/external/helloworld?api_key=${key}`, { method: 'POST', body });
    expect(posted.status).to.equal(200);
  });

  it('an old key is refused after it was replaced, even while it waits for events', async () => {
    const [email, key] = credentials('bot');
    const { body } = await server.as('bot').post('/register', { event_types: ['message'] });
    const waits = refusedWith(basic(`${email}:${key}`), 401, 'Invalid API key', `/events?queue_id=${body.queue_id}`);
    const queues = server.application.services.queues as EventQueues;
    while (queues.counts().waiting === 0) await letIn(basic(`${email}:${key}`));
    const again = form('', 'POST', { Authorization: basic(`${email}:${key}`) });
    const { json } = await ask(port(), '/api/v1/users/me/api_key/regenerate', again);
    expect(json.api_key).to.match(/^[A-Za-z0-9]{32}$/);
    await waits;
    await refusedWith(basic(`${email}:${key}`), 401, 'Invalid API key');
    expect(await letIn(basic(`${email}:${json.api_key}`))).to.equal(email);
  });

  it('deactivated user, and the bots of that user', async () => {
    const { services } = server.application;
    const realmId = [...services.state.realms.keys()][0];
    if (realmId === undefined) throw new Error('no organization');
    const made = await server.as('spare').post('/bots', { full_name: 'Spare Bot', short_name: 'spares' });
    const by = { realmId, userId: null, client: 'test', requestId: 'test' };
    // A request whose body is still on its way.
    const words = 'type=stream&to=general&topic=t&content=a+last+word';
    const { socket, reply } = await begun('spare', '/messages', words.length);
    await services.run(deactivateUser, { userId: server.as('spare').account.user_id as never }, by);
    await refusedWith(basic(credentials('spare').join(':')), 401, 'Account is deactivated');
    socket.write(words);
    expect(await reply).to.match(/HTTP\/1\.1 401 [\s\S]*Account is deactivated/);
    await refusedWith(basic(`spares-bot@dev.example:${made.body.api_key}`), 401, 'Account is deactivated');
    const [email] = credentials('spare');
    await refusedWith(basic(`${email}:${'0'.repeat(32)}`), 401, 'Invalid API key');
    const { status, json } = await ask(port(), '/api/v1/dev_fetch_api_key', form(`username=${email}`));
    expect([status, json]).to.deep.equal([
      403,
      { result: 'error', msg: 'Your account has been disabled.', reason: 'user disable' },
    ]);
  });

  describe('webhook URLs', () => {
    const hook = (query: string) => ask(port(), `/api/v1/external/helloworld${query}`, { method: 'POST', body: '{}' });

    it('missing key', async () => {
      for (const query of ['', '?stream=general']) {
        const { status, json } = await hook(query);
        expect(json).to.deep.equal({
          result: 'error',
          code: 'REQUEST_VARIABLE_MISSING',
          msg: "Missing 'api_key' argument",
          var_name: 'api_key',
        });
        expect(status).to.equal(400);
      }
    });

    it('bad key', async () => {
      for (const key of ['', 'x', '0'.repeat(32), 'é'.repeat(32), '%00']) {
        const { status, json } = await hook(`?api_key=${key.startsWith('%') ? key : encodeURIComponent(key)}`);
        expect(json).to.deep.equal({ result: 'error', code: 'INVALID_API_KEY', msg: 'Invalid API key' });
        expect(status).to.equal(401);
      }
    });

    it('a key in the query is refused by other endpoints', async () => {
      const [, key] = credentials('member');
      await refusedWith(
        undefined,
        401,
        'Not logged in: API authentication or user session required',
        `/users/me?api_key=${key}`,
      );
    });
  });

  describe('signing in', () => {
    const post = (path: string, body: string) => ask(port(), `/api/v1${path}`, form(body));

    it('server_settings ignores any Authorization header', async () => {
      for (const authorization of ['Bearer x', 'Basic !!!', basic('a:b')])
        expect((await tried(authorization, '/server_settings')).status).to.equal(200);
    });

    it('dev_fetch_api_key: any named user', async () => {
      for (const name of ['owner', 'member', 'guest'] as const) {
        const [email, key] = credentials(name);
        const { json } = await post('/dev_fetch_api_key', `username=${encodeURIComponent(email.toUpperCase())}`);
        expect(json).to.deep.equal({ result: 'success', msg: '', api_key: key, email });
      }
    });

    for (const [username, status, fields] of [
      ['nobody%40dev.example', 403, { msg: 'This user is not registered.', reason: 'unregistered' }],
      ['notification-bot%40dev.example', 403, { msg: 'This user is not registered.', reason: 'unregistered' }],
      ['no+address', 400, { code: 'BAD_REQUEST', msg: 'Enter a valid email address.' }],
    ] as const)
      it(`dev_fetch_api_key: ${username}`, async () => {
        const { status: answered, json } = await post('/dev_fetch_api_key', `username=${username}`);
        expect([answered, json]).to.deep.equal([status, { result: 'error', ...fields }]);
      });

    it('dev_list_users: active people, administrators first', async () => {
      const { json } = await ask(port(), '/api/v1/dev_list_users');
      const emailsOf = (rows: unknown) => (rows as { email: string }[]).map(({ email }) => email);
      expect(emailsOf(json.direct_admins)).to.have.members([credentials('owner')[0], credentials('admin')[0]]);
      expect(emailsOf(json.direct_users)).to.include.members([credentials('member')[0], credentials('guest')[0]]);
      expect(json.direct_users).to.deep.include({
        email: credentials('member')[0],
        realm_uri: `http://localhost:${port().port}`,
      });
    });
  });
});
