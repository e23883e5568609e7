/** Answers to wrong paths, methods and bodies, and to too many requests (docs/api.md, Errors, Rate limits). */
import { expect } from 'chai';
import { ask, basic, exchange } from '../http/stub-app.ts';
import { runningServer } from '../support/server.ts';

describe('errors: transport', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '5' });

  const port = (): { port: number } => ({ port: Number(new URL(server.base).port) });
  const authorization = (name: 'member' | 'spare' | 'admin'): string => {
    const { email, api_key } = server.as(name).account;
    return basic(`${email}:${api_key}`);
  };

  for (const path of ['/', '/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/messages/', '/api/v1/external/none'])
    it(`unknown path ${path}: 404`, async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, json } = await ask(port(), path, { method });
        expect([status, json]).to.deep.equal([404, { result: 'error', msg: 'Not Found', code: 'NOT_FOUND' }]);
      }
    });

  for (const [method, path, allowed] of [
    ['PUT', '/messages', ['GET', 'HEAD', 'POST']],
    ['DELETE', '/messages', ['GET', 'HEAD', 'POST']],
    ['POST', '/server_settings', ['GET', 'HEAD']],
    ['GET', '/dev_fetch_api_key', ['POST']],
    ['GET', '/external/helloworld', ['POST']],
    ['PATCH', '/users/me', ['DELETE', 'GET', 'HEAD']],
    ['POST', '/messages/1', ['DELETE', 'GET', 'HEAD', 'PATCH']],
    ['TRACE', '/events', ['DELETE', 'GET']],
  ] as const)
    it(`${method} ${path}: 405 with Allow`, async () => {
      const { status, headers, json } = await ask(port(), `/api/v1${path}`, { method });
      expect([status, json]).to.deep.equal([
        405,
        { result: 'error', msg: 'Method Not Allowed', code: 'METHOD_NOT_ALLOWED', allowed_methods: allowed },
      ]);
      expect(headers.allow).to.equal(allowed.join(', '));
    });

  it('HEAD /events: 405, and no queue is registered', async () => {
    const before = server.appended;
    const head = await ask(port(), '/api/v1/events', {
      method: 'HEAD',
      headers: { Authorization: authorization('admin') },
    });
    expect([head.status, head.headers.allow, head.text]).to.deep.equal([405, 'DELETE, GET', '']);
    expect(server.appended).to.equal(before);
  });

  it('not HTTP: 400 in the same form', async () => {
    const reply = await exchange(port(), 'nonsense\r\n\r\n', { thenEnd: false });
    expect(reply).to.match(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4))).to.deep.equal({
      result: 'error',
      msg: 'Bad Request',
      code: 'BAD_REQUEST',
    });
  });

  it('too many requests of a bot are too many of its owner and of the owner’s other bots', async () => {
    const owner = server.as('owner');
    const keys: string[] = [];
    for (const short_name of ['one', 'two']) {
      const made = await owner.post('/bots', { full_name: `Bot ${short_name}`, short_name });
      keys.push(`${short_name}-bot@dev.example:${made.body.api_key}`);
    }
    const statusOf = async (credentials: string): Promise<number> => {
      const headers = { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
      return (await ask(port(), '/api/v1/users/me', { headers })).status;
    };
    const statuses = [];
    for (const credentials of [...keys, keys[0] as string, ...keys]) statuses.push(await statusOf(credentials));
    expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
    expect((await owner.get('/users/me')).status).to.equal(429);
    expect((await server.as('guest').get('/users/me')).status).to.equal(200);
  });
});
