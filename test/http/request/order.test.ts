/** The order of the steps of a request: routing, authentication, rate limit, body. */
import { connect } from 'node:net';
import { expect } from 'chai';
import { z } from 'zod';
import { limits } from '../../../src/vocabulary/limits.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { echo, echoedParameters } from '../echo.ts';
import { type App, as, ask, exchange, form, keyOf, startApp } from '../stub-app.ts';

const endpoints = [
  echo('POST', '/mine', echoedParameters, { access: 'user' }),
  echo('PATCH', '/mine', echoedParameters, { access: 'user' }),
  echo('PATCH', '/patched', echoedParameters, { access: 'user' }),
  echo('POST', '/open', echoedParameters),
  echo('PATCH', '/open', echoedParameters, { access: 'user' }),
  echo('GET', '/open', z.object({})),
  echo('POST', '/hook', z.object({}), { access: 'key', body: 'json' }),
];
const past = [founded(), ...newUser(1), ...newUser(2)];

describe('the order of a request', () => {
  let app: App;
  before(async () => {
    app = await startApp(endpoints, past);
  });
  after(() => app.close());

  const status = async (path: string, ...asked: [Parameters<typeof ask>[2]]) =>
    (await ask(app, `/api/v1${path}`, ...asked)).status;

  it('an unknown path is a 404 and an unknown method a 405, also without credentials', async () => {
    expect(await status('/nothing', form('content=x'))).to.equal(404);
    expect(await status('/mine', form('content=x', 'DELETE'))).to.equal(405);
  });

  it('the caller is authenticated before the body is read', async () => {
    expect(await status('/mine', form('content=%ff'))).to.equal(401);
    expect(await status('/mine', form('content=%ff', 'POST', as(1)))).to.equal(400);
    expect(await status('/mine', form('x', 'POST', { 'Content-Type': 'text/plain' }))).to.equal(401);
    expect(await status('/hook?api_key=wrong', form('{'))).to.equal(401);
  });

  it('a caller with wrong credentials is answered before the body has arrived', async () => {
    const socket = connect(app.port, '127.0.0.1');
    const answer = new Promise<string>((resolve) => socket.once('data', (bytes: Buffer) => resolve(String(bytes))));
    socket.write('POST /api/v1/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\ncontent=');
    expect(await answer).to.match(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it("an incoming webhook's key is read only from the query", async () => {
    expect(await status(`/hook?api_key=${keyOf(1)}`, form('{}'))).to.equal(200);
    expect((await ask(app, '/api/v1/hook', form(`api_key=${keyOf(1)}`))).json).to.include({
      msg: "Missing 'api_key' argument",
    });
  });

  it('an incoming webhook is parsed as JSON whatever its Content-Type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'multipart/form-data', '']) {
      const asked = form('{"a":1}', 'POST', { 'Content-Type': type });
      const { json } = await ask(app, `/api/v1/hook?api_key=${keyOf(1)}`, asked);
      expect(json.json, type).to.deep.equal({ ok: true, value: { a: 1 } });
    }
  });

  it('a body is limited to 64 KiB for endpoints without authentication (anonymousBodyBytesMax)', async () => {
    const large = `content=${'x'.repeat(limits.anonymousBodyBytesMax - 8)}`;
    expect(await status('/open', form(large))).to.equal(200);
    expect(await status('/open', form(`${large}x`))).to.equal(413);
    expect(await status('/mine', form(`${large}x`, 'POST', as(1)))).to.equal(200);
  });

  it('a method in the body is authorized like the method itself', async () => {
    expect(await status('/open', form('method=PATCH'))).to.equal(401);
    expect(await status('/patched', form('method=PATCH'))).to.equal(401);
    expect(await status('/patched', form('method=PATCH', 'POST', as(1)))).to.equal(200);
    expect(await status('/patched', form('method=PUT', 'POST', as(1)))).to.equal(405);
    expect(await status('/patched', form('content=x', 'POST', as(1)))).to.equal(405);
    for (const method of ['HEAD', 'OPTIONS', 'trace', '']) {
      const { status: refused, json } = await ask(app, '/api/v1/open', form(`method=${method}`));
      expect([refused, json.allowed_methods], method).to.deep.equal([405, ['GET', 'HEAD', 'PATCH', 'POST']]);
    }
    expect(await status('/patched', form('x', 'POST', { 'Content-Type': 'text/plain', ...as(1) }))).to.equal(405);
  });

  it('a request whose method is in its body is counted once', async () => {
    const limited = await startApp(endpoints, past, { VERBATIM_REQUESTS_PER_MINUTE_MAX: '10' });
    const left = async (path: string, body: string) =>
      (await ask(limited, `/api/v1${path}`, form(body, 'POST', as(1)))).headers['x-ratelimit-remaining'];
    expect(await left('/mine', 'method=PATCH')).to.equal('9');
    expect(await left('/patched', 'method=PATCH')).to.equal('8');
    await limited.close();
  });

  it('the number of parameters is limited, in a query and in a form', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, at) => `p${at}=`).join('&');
    const msg = `There are too many parameters (limit: ${limits.parametersMax})`;
    expect(await status('/open', form(many(limits.parametersMax)))).to.equal(200);
    expect((await ask(app, '/api/v1/open', form(many(limits.parametersMax + 1)))).json).to.include({ msg });
    expect(await status(`/open?${many(limits.parametersMax)}`, {})).to.equal(200);
    for (const path of ['/api/v1/open', '/user_uploads/1/x', '/avatar/1'])
      expect((await ask(app, `${path}?${many(limits.parametersMax + 1)}`)).json).to.include({ msg });
  });

  it('an absolute request line names the host, whatever the Host header says', async () => {
    const own = await startApp(endpoints, past, { VERBATIM_DEFAULT_REALM: '' });
    const line = (target: string, host: string): string =>
      `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${as(1).Authorization}\r\nConnection: close\r\n\r\n`;
    const there = await exchange(own, line('http://test.chat.example/api/v1/mine?content=x', 'other'));
    expect(there).to.match(/^HTTP\/1\.1 200 .*"content":"x"/s);
    expect(await exchange(own, line('http://other/api/v1/mine', 'test.chat.example'))).to.match(/^HTTP\/1\.1 401 /);
    expect(await exchange(own, line('http://test.chat.example', 'x'))).to.match(/^HTTP\/1\.1 404 /);
    await own.close();
  });

  it('every answer has X-Content-Type-Options: nosniff', async () => {
    for (const path of ['/api/v1/open', '/api/v1/nothing', '/api/v1/mine'])
      expect((await ask(app, path)).headers['x-content-type-options']).to.equal('nosniff');
  });
});
