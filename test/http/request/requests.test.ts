import { expect } from 'chai';
import { z } from 'zod';
import { routing } from '../../../src/http/routing.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { echo, echoes } from '../echo.ts';
import { type App, type Asked, as, ask, form, startApp } from '../stub-app.ts';

const multipart = (parts: readonly string[], method = 'POST'): Asked =>
  form(`${parts.map((part) => `--xYx\r\n${part}\r\n`).join('')}--xYx--\r\n`, method, {
    'Content-Type': 'multipart/form-data; boundary=xYx',
  });
const field = (name: string, value: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

describe('requests', () => {
  let app: App;
  before(async () => {
    app = await startApp(echoes);
  });
  after(() => app.close());

  const parameters = async (path: string, asked: Asked = {}) => (await ask(app, path, asked)).json.parameters;

  it('answers are JSON with a final newline, not cacheable, with result and msg', async () => {
    const { status, headers, text, json } = await ask(app, '/api/v1/users/me');
    expect(status).to.equal(200);
    expect(json).to.include({ result: 'success', msg: '' });
    expect(text).to.match(/\}\n$/);
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['cache-control']).to.contain('no-store');
    expect(headers).not.to.have.property('x-ratelimit-limit');
  });

  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    it(`${method} takes parameters from the query`, async () => {
      expect(await parameters('/api/v1/things?content=a%20b+c%2B&number=1', { method })).to.deep.equal({
        content: 'a b c+',
        number: 1,
      });
    });

    it(`${method} takes parameters from an urlencoded body`, async () => {
      const body = 'content=%F0%9F%98%80+x&list=%5B1%2C2%5D';
      expect(await parameters('/api/v1/things', form(body, method))).to.deep.equal({ content: '😀 x', list: [1, 2] });
    });

    it(`${method} takes parameters from a multipart body`, async () => {
      const asked = multipart([field('content', 'a\r\nb'), field('number', '2')], method);
      expect(await parameters('/api/v1/things', asked)).to.deep.equal({ content: 'a\r\nb', number: 2 });
    });
  }

  it('the body takes precedence over the query, and the path over both', async () => {
    expect(await parameters('/api/v1/things?content=query&topic=t', form('content=body'))).to.deep.equal({
      content: 'body',
      topic: 't',
    });
    expect(await parameters('/api/v1/users/7?user_id=8', form('user_id=9', 'PATCH'))).to.deep.equal({ user_id: 7 });
  });

  it('consecutive slashes in a path count as one', async () => {
    expect(await parameters('/api/v1//users/7?a=//', { method: 'PATCH' })).to.deep.equal({ user_id: 7 });
    expect((await ask(app, '//api///v1/users/me')).status).to.equal(200);
    expect((await ask(app, '/api/v1/users/me//')).status).to.equal(404);
  });

  it('unknown parameters are ignored, also those with names of Object.prototype', async () => {
    const sent = form('__proto__=1&constructor=2&toString=3&unknown=4&content=x');
    expect(await parameters('/api/v1/things', sent)).to.deep.equal({ content: 'x' });
  });

  it('an alias replaces its parameter; both together are refused', async () => {
    expect(await parameters('/api/v1/things', form('subject=s'))).to.deep.equal({ topic: 's' });
    const { status, json } = await ask(app, '/api/v1/things?subject=a', form('topic=b'));
    expect(status).to.equal(400);
    expect(json).to.include({
      code: 'REQUEST_CONFUSING_VAR',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      var_name1: 'topic',
      var_name2: 'subject',
    });
  });

  it('content arrives byte for byte, urlencoded or multipart', async () => {
    const content = '\ufeff\u0001 a\r\n\tb\r \ufffd "\\u0000" é e\u0301 \u{1f600}  ';
    expect(await parameters('/api/v1/things', form(`content=${encodeURIComponent(content)}`))).to.deep.equal({
      content,
    });
    expect(await parameters('/api/v1/things', multipart([field('content', content)]))).to.deep.equal({ content });
    expect(await parameters('/api/v1/things', form(`content=${content.replaceAll('+', '%2B')}`))).to.deep.equal({
      content,
    });
  });

  it('a form without fields, as FormData makes it, is a form', async () => {
    const made = new Response(new FormData());
    const asked = form(await made.text(), 'POST', { 'Content-Type': made.headers.get('content-type') ?? '' });
    expect(await parameters('/api/v1/things?topic=t', asked)).to.deep.equal({ topic: 't' });
    expect(await parameters('/api/v1/things?topic=t', multipart([]))).to.deep.equal({ topic: 't' });
    const quoted = form('\r\n--x y--', 'POST', {
      'Content-Type': 'multipart/form-data; Boundary="x y"; charset=utf-8',
    });
    expect(await parameters('/api/v1/things', quoted)).to.deep.equal({});
  });

  it('files in a form are ignored, whatever they contain', async () => {
    const file = 'Content-Disposition: form-data; name="f"; filename="f.bin"\r\nContent-Type: image/png\r\n\r\n';
    const head = `--xYx\r\n${field('content', 'x')}\r\n--xYx\r\n${file}`;
    const body = Buffer.concat([Buffer.from(head), Buffer.from([0, 255, 254, 13, 10]), Buffer.from('\r\n--xYx--\r\n')]);
    const type = { 'Content-Type': 'multipart/form-data; boundary="xYx"' };
    expect(await parameters('/api/v1/things', form(body, 'POST', type))).to.deep.equal({ content: 'x' });
  });

  it('an absent Content-Type counts as a form, any other type than a form or JSON is refused', async () => {
    expect(await parameters('/api/v1/things', { method: 'POST', body: 'content=x' })).to.deep.equal({ content: 'x' });
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencodedx']) {
      const asked = form('content=x', 'POST', { 'Content-Type': type });
      const { status, json } = await ask(app, '/api/v1/things', asked);
      expect([status, json.msg]).to.deep.equal([415, 'The body must be a form or JSON']);
    }
  });

  it('names with dots and brackets are plain names', async () => {
    for (const body of ['content=x&content.a=1&content[]=2&content[b]=3', 'content%5B%5D=2&content=x'])
      expect(await parameters('/api/v1/things', form(body))).to.deep.equal({ content: 'x' });
    for (const body of ['[content]=x', 'content=a]=b']) {
      const { status, json } = await ask(app, '/api/v1/things', form(body));
      expect([status, json.code]).to.deep.equal([400, 'BAD_REQUEST']);
    }
  });

  it('a body sent in chunks is one body', async () => {
    const { 'Content-Length': _, ...headers } = form('content=x').headers as Record<string, string>;
    expect(await parameters('/api/v1/things', { method: 'POST', headers, body: 'content=x' })).to.deep.equal({
      content: 'x',
    });
  });

  it('method= in the body of a POST is the method', async () => {
    const { json } = await ask(app, '/api/v1/users/7', form('method=PATCH'));
    expect(json).to.include({ result: 'success', method: 'PATCH', path: '/users/:user_id' });
    expect((await ask(app, '/api/v1/things', form('method=patch&content=x'))).json).to.include({ method: 'PATCH' });
    expect((await ask(app, '/api/v1/things?method=PATCH', form('content=x'))).json).to.include({ method: 'POST' });
  });

  it('method= in a body has no effect if the path has no such method', async () => {
    const { status, json } = await ask(app, '/api/v1/users/7', form('method=DELETE'));
    expect(status).to.equal(405);
    expect(json).to.deep.include({ allowed_methods: ['GET', 'HEAD', 'PATCH'] });
  });

  it('HEAD is GET without a body', async () => {
    const head = await ask(app, '/api/v1/users/me', { method: 'HEAD' });
    const get = await ask(app, '/api/v1/users/me');
    expect([head.status, head.text, head.headers['content-length']]).to.deep.equal([
      200,
      '',
      get.headers['content-length'],
    ]);
    expect((await ask(app, '/api/v1/users/7', { method: 'HEAD' })).status).to.equal(200);
  });

  it('OPTIONS lists the allowed methods', async () => {
    const { status, headers, text } = await ask(app, '/api/v1/things', { method: 'OPTIONS' });
    expect([status, text, headers.allow]).to.deep.equal([204, '', 'DELETE, GET, HEAD, PATCH, POST']);
  });

  it('a path without parameters takes precedence for all methods', async () => {
    expect((await ask(app, '/api/v1/users/me')).json).to.include({ path: '/users/me' });
    expect((await ask(app, '/api/v1/users/me', form('', 'PATCH'))).status).to.equal(405);
  });

  it('parameters of a path are decoded', async () => {
    expect(await parameters('/api/v1/users/a%2Bb%40x.y%2Fz/presence')).to.deep.equal({ email: 'a+b@x.y/z' });
    expect(await parameters('/api/v1/users/a+b@x.y/presence')).to.deep.equal({ email: 'a+b@x.y' });
  });

  it('a JSON body is passed to the handler whatever its type; parameters come from the query', async () => {
    const asked = form('{"a":[1]}');
    const { json } = await ask(app, '/api/v1/external?api_key=k', asked);
    expect(json).to.deep.include({ parameters: { api_key: 'k' }, json: { ok: true, value: { a: [1] } } });
    const bad = await ask(app, '/api/v1/external?api_key=k', form('{"a":'));
    expect(bad.json).to.deep.include({ json: { ok: false } });
  });

  const clients: [string, Record<string, string>, string][] = [
    ['', {}, 'Unspecified'],
    ['', { 'User-Agent': 'ZulipPython/0.9.1 (Linux; 6)' }, 'ZulipPython'],
    ['', { 'User-Agent': 'My Client 2.0' }, 'My Client'],
    ['?client=mine', { 'User-Agent': 'ZulipPython/0.9.1' }, 'mine'],
  ];
  for (const [query, headers, client] of clients)
    it(`client ${query} ${JSON.stringify(headers)} is ${client}`, async () => {
      expect((await ask(app, `/api/v1/things${query}`, { headers })).json).to.include({ client });
    });

  it('a long name of a client is cut off (clientNameLengthMax)', async () => {
    const { json } = await ask(app, `/api/v1/things?client=${'x'.repeat(40)}`);
    expect(json).to.include({ client: 'x'.repeat(30) });
  });

  it('an endpoint that is declared twice is an error at start', () => {
    const twice = (path: `/${string}`) => () =>
      routing([echo('GET', path, z.object({})), echo('GET', path, z.object({}))]);
    expect(twice('/a')).to.throw('declared twice: GET /a');
    expect(twice('/a/:b')).to.throw('declared twice: GET /a/:b');
  });
});

describe('rate limits', () => {
  const limited = [echo('GET', '/mine', z.object({}), { access: 'user' }), echo('GET', '/open', z.object({}))];
  const limits = ({ headers }: { headers: Record<string, unknown> }) =>
    ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);

  it('count per user and minute, are reported in headers, and end with a 429', async () => {
    const past = [founded(), ...newUser(1), ...newUser(2)];
    const app = await startApp(limited, past, { VERBATIM_REQUESTS_PER_MINUTE_MAX: '2' });
    const reset = String(app.time.now / 1000 + 60);
    const mine = (id: number) => ask(app, '/api/v1/mine', { headers: as(id) });
    expect(limits(await mine(1))).to.deep.equal(['2', '1', reset]);
    app.time.now += 500;
    expect(limits(await mine(1))).to.deep.equal(['2', '0', reset]);
    const { status, headers, json } = await mine(1);
    expect(status).to.equal(429);
    expect(json).to.deep.equal({ result: 'error', msg: 'API usage exceeded rate limit', 'retry-after': 59.5 });
    expect(headers['retry-after']).to.equal('60');
    expect(limits({ headers })).to.deep.equal(['2', '0', reset]);
    expect((await mine(2)).status).to.equal(200);
    expect((await ask(app, '/api/v1/open', { headers: as(1) })).status).to.equal(200);
    app.time.now += 59_500;
    expect((await mine(1)).status).to.equal(200);
    await app.close();
  });

  it('count long polls separately, so that nobody uses up the requests of another user by sending them events', async () => {
    const polled = echo('GET', '/poll', z.object({}), { access: 'user', pollsBy: 'queue_id' });
    const app = await startApp([...limited, polled], [founded(), ...newUser(1)], {
      VERBATIM_REQUESTS_PER_MINUTE_MAX: '2',
    });
    const statusOf = async (path: string): Promise<number> => (await ask(app, path, { headers: as(1) })).status;
    for (const expected of [200, 200, 429]) expect(await statusOf('/api/v1/poll?a=b&queue_id=q')).to.equal(expected);
    // Without the parameter it is a request like others: it opens a queue.
    expect(await statusOf('/api/v1/poll?other_queue_id=q')).to.equal(200);
    for (const expected of [200, 429]) expect(await statusOf('/api/v1/mine')).to.equal(expected);
    expect(await statusOf('/api/v1/poll')).to.equal(429);
    await app.close();
  });
});
