import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { raw } from '../../../src/http/request/parameters.ts';
import { ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { echo, echoes } from '../echo.ts';
import { type App, type Asked, ask, form, startApp } from '../stub-app.ts';

const thrown: readonly (() => unknown)[] = [
  () => new Error('secret detail'),
  () => new TypeError('secret detail'),
  () => 'secret detail',
  () => new Refused({ code: 'message-missing' }),
  () => new Refused({ code: 'unavailable', detail: 'secret detail' }),
  () => new ReadStoreUnavailable('secret detail'),
];

const throwing = echo('GET', '/throws', z.object({ which: raw() }), {
  handle: async ({ parameters }) => {
    throw thrown[Number(parameters.which)]?.();
  },
});

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('bad input', () => {
  let app: App;
  before(async () => {
    app = await startApp([...echoes, throwing], [], { VERBATIM_BODY_BYTES_MAX: '16384' });
  });
  after(() => app.close());

  const multipart = (body: string | Buffer, type = 'multipart/form-data; boundary=x'): Asked => ({
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });
  const part = (name: string): string => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;

  const cases: [string, string, Asked, number, string][] = [
    ['missing', '/needs', form('number=1'), 400, "Missing 'content' argument"],
    ['mistyped', '/needs', form('content=x&number=one'), 400, 'Argument "number" is not valid JSON.'],
    ['beyond 2^53', '/needs', form('content=x&number=9007199254740993'), 400, 'number is not an integer'],
    ['beyond 2^53 in the path', '/users/9007199254740993', {}, 400, "Bad value for 'user_id': 9007199254740993"],
    ['no id in the path', '/messages/first/history', {}, 400, "Bad value for 'message_id': first"],
    ['a null byte', '/needs', form('content=a%00b&number=1'), 400, 'content must not contain null bytes'],
    ['a null byte in the client', '/things', form('client=a%00b'), 400, 'client must not contain null bytes'],
    ['a null byte in the query', '/things?topic=%00', {}, 400, 'topic must not contain null bytes'],
    ['percent-encoded, not UTF-8', '/things', form('content=%ff'), 400, 'content is not valid UTF-8'],
    ['an overlong encoding', '/things', form('content=%c0%80'), 400, 'content is not valid UTF-8'],
    ['half a surrogate pair', '/things', form('content=%ed%a0%80'), 400, 'content is not valid UTF-8'],
    ['a percent sign alone', '/things', form('content=100%'), 400, 'content is not valid UTF-8'],
    [
      'bytes that are not UTF-8',
      '/things',
      form(bytes('topic=%41&content=a', [0xff])),
      400,
      'content is not valid UTF-8',
    ],
    ['a name that is not UTF-8', '/things', form('%ff=x'), 400, 'The name of a parameter is not valid UTF-8'],
    ['not UTF-8 in the query', '/things?topic=%ff', {}, 400, 'topic is not valid UTF-8'],
    ['not UTF-8 in the path', '/users/%ff/presence', {}, 400, 'email is not valid UTF-8'],
    [
      'not UTF-8 in a multipart field',
      '/things',
      multipart(bytes(part('topic'), [0xff], '\r\n--x--\r\n')),
      400,
      'topic is not valid UTF-8',
    ],
    ['twice in the body', '/things', form('content=a&content=a'), 400, 'content was sent twice'],
    ['twice in the query', '/things?topic=a&topic=b', {}, 400, 'topic was sent twice'],
    [
      'twice in a multipart body',
      '/things',
      multipart(`${part('topic')}a\r\n${part('topic')}b\r\n--x--`),
      400,
      'topic was sent twice',
    ],
    ['twice under another encoding', '/things', form('content=a&c%6fntent=b'), 400, 'content was sent twice'],
    ['nested too deeply', '/things', form(`list=${'['.repeat(5000)}`), 400, 'Argument "list" is nested too deeply.'],
    [
      'multipart without a boundary',
      '/things',
      multipart('x', 'multipart/form-data;'),
      400,
      'The body is not valid multipart/form-data',
    ],
    [
      'multipart that never ends',
      '/things',
      multipart(`${part('topic')}a`),
      400,
      'The body is not valid multipart/form-data',
    ],
    ['multipart without its parts', '/things', multipart('nothing'), 400, 'The body is not valid multipart/form-data'],
    [
      'multipart that ends without a part, by another boundary',
      '/things',
      multipart('--y--\r\n'),
      400,
      'The body is not valid multipart/form-data',
    ],
    [
      'a part without headers',
      '/things',
      multipart('--x\r\nabc\r\n--x--'),
      400,
      'The body is not valid multipart/form-data',
    ],
    [
      'another charset',
      '/things',
      form('content=x', 'POST', { 'Content-Type': 'application/x-www-form-urlencoded; charset=latin1' }),
      415,
      'The charset of the body must be UTF-8',
    ],
    [
      'a compressed body',
      '/things',
      form('content=x', 'POST', { 'Content-Encoding': 'gzip' }),
      415,
      'A compressed body is not supported',
    ],
    ['an unknown path', '/nothing/here', {}, 404, 'Not Found'],
    ['a path with a slash at its end', '/things/', {}, 404, 'Not Found'],
    ['a path too long', '/users/7/history/8', {}, 404, 'Not Found'],
    ['an unknown path, OPTIONS', '/nothing', { method: 'OPTIONS' }, 404, 'Not Found'],
  ];
  for (const [name, path, asked, status, msg] of cases)
    it(`${name}: ${status} ${msg}`, async () => {
      const reply = await ask(app, `/api/v1${path}`, asked);
      expect(reply.json).to.include({ result: 'error', msg });
      expect(reply.status).to.equal(status);
    });

  it('an unknown method: 405 with the methods of the path', async () => {
    const { status, headers, json } = await ask(app, '/api/v1/things', { method: 'PUT' });
    const allowed = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST'];
    expect(status).to.equal(405);
    expect(headers.allow).to.equal(allowed.join(', '));
    expect(json).to.deep.equal({
      result: 'error',
      msg: 'Method Not Allowed',
      code: 'METHOD_NOT_ALLOWED',
      allowed_methods: allowed,
    });
  });

  for (const path of [
    '/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/things',
    '/json/things',
    '//api//v2/things',
    '/api/v1/THINGS',
  ])
    it(`${path} is an unknown path`, async () => {
      const { status, json } = await ask(app, path);
      expect(status).to.equal(404);
      expect(json).to.include({ result: 'error' });
    });

  for (const [name, headers] of [
    ['with its length', { 'Content-Length': '16385' }],
    ['without its length', {}],
  ] as const)
    it(`a body over the limit, sent ${name}: 413`, async () => {
      const asked = { ...form(`content=${'x'.repeat(16_377)}`), headers: { ...formType, ...headers } };
      const { status, json } = await ask(app, '/api/v1/things', asked);
      expect(status).to.equal(413);
      const msg = 'The body of the request is too large (limit: 16384 bytes)';
      expect(json).to.deep.equal({ result: 'error', msg, code: 'BODY_TOO_LARGE' });
    });

  it('a body of exactly the limit is read', async () => {
    const { json } = await ask(app, '/api/v1/things', form(`content=${'x'.repeat(16_376)}`));
    expect(json).to.deep.include({ parameters: { content: 'x'.repeat(16_376) } });
  });

  it('an unexpected error is answered without its message, and logged with the request id', async () => {
    for (const which of ['0', '1', '2']) {
      app.logged.length = 0;
      const { status, headers, json } = await ask(app, `/api/v1/throws?which=${which}`);
      expect(status).to.equal(500);
      expect(json).to.deep.equal({ result: 'error', msg: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
      expect(app.logged.map(({ level }) => level)).to.deep.equal(['error']);
      expect(app.logged[0]?.facts).to.include({ requestId: headers['x-request-id'] });
    }
  });

  it('expected errors have their own answers, and are logged only if a store is unavailable', async () => {
    app.logged.length = 0;
    expect((await ask(app, '/api/v1/throws?which=3')).json).to.include({
      code: 'BAD_REQUEST',
      msg: 'Invalid message(s)',
    });
    for (const which of ['4', '5']) {
      const { status, headers, text } = await ask(app, `/api/v1/throws?which=${which}`);
      expect([status, headers['retry-after']]).to.deep.equal([503, '2']);
      expect(text).not.to.contain('secret');
      expect(app.logged.map(({ facts }) => (facts as { requestId: string }).requestId)).to.deep.equal([
        headers['x-request-id'],
      ]);
      app.logged.length = 0;
    }
  });

  it('any bytes as a body get an answer other than 500', async () => {
    const type = fc.constantFrom(
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json',
      '',
    );
    const path = fc.constantFrom('/api/v1/things', '/api/v1/needs', '/api/v1/external', '/api/v1/users/7');
    const salted = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc
          .constantFrom('content=', '&', '%', '--x', '\r\n', '\r\n\r\n', 'method=PATCH', 'number=1', '--')
          .map(Buffer.from),
      ),
    );
    await fc.assert(
      fc.asyncProperty(path, type, salted, async (to, contentType, chunks) => {
        const body = Buffer.concat(chunks);
        const { status, json } = await ask(app, to, form(body, 'POST', { 'Content-Type': contentType }));
        expect(json).to.have.property('result');
        expect(json).to.have.property('msg');
        expect(status).to.be.oneOf([200, 400, 405, 413, 415]);
      }),
      { numRuns: 120 },
    );
  });
});

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
