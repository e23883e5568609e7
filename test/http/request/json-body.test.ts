/** JSON bodies, accepted wherever forms are. */
import { expect } from 'chai';
import { z } from 'zod';
import { boolean, json, raw } from '../../../src/http/request/parameters.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { echo, echoedParameters, echoes } from '../echo.ts';
import { type App, type Asked, as, ask, startApp } from '../stub-app.ts';

const inJson = (body: unknown, method = 'POST'): Asked => ({
  method,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
});

/** Sent by a user, whose body may be larger than one without credentials. */
const byUser = (body: unknown): Asked => {
  const asked = inJson(body);
  return { ...asked, headers: { ...asked.headers, ...as(1) } };
};

const typed = z.object({
  name: raw().optional(),
  flag: boolean().optional(),
  nested: json(z.object({ a: z.array(z.int()) })).optional(),
});

describe('a JSON body', () => {
  let app: App;
  before(async () => {
    const known = echo('POST', '/known', echoedParameters, { access: 'user' });
    app = await startApp([...echoes, echo('PUT', '/typed', typed), known], [founded(), ...newUser(1)]);
  });
  after(() => app.close());

  const parameters = async (path: string, asked: Asked) => (await ask(app, `/api/v1${path}`, asked)).json.parameters;
  const refusal = async (path: string, asked: Asked) => {
    const { status, json: body } = await ask(app, `/api/v1${path}`, asked);
    return { status, code: body.code, msg: body.msg };
  };

  it('keeps strings unchanged and passes other values as JSON text', async () => {
    const sent = { name: '"x" ', flag: true, nested: { a: [1, 2] } };
    expect(await parameters('/typed', inJson(sent, 'PUT'))).to.deep.equal(sent);
    expect(await parameters('/things', inJson({ content: 5, number: 7, list: [1] }))).to.deep.equal({
      content: '5',
      number: 7,
      list: [1],
    });
  });

  it('treats a null member as missing', async () => {
    expect(await parameters('/things', inJson({ content: null, topic: 't' }))).to.deep.equal({ topic: 't' });
    expect(await refusal('/needs', inJson({ content: null, number: 1 }))).to.include({
      code: 'REQUEST_VARIABLE_MISSING',
    });
  });

  it('takes precedence over the query, and accepts aliases of parameters', async () => {
    expect(await parameters('/things?content=q', inJson({ subject: 's', content: 'b' }))).to.deep.equal({
      topic: 's',
      content: 'b',
    });
  });

  it('may contain the method of a POST', async () => {
    expect((await ask(app, '/api/v1/users/7', inJson({ method: 'PATCH' }))).json).to.include({ method: 'PATCH' });
  });

  it('uses the last value of a duplicate name, and accepts names of Object.prototype', async () => {
    expect(
      await parameters('/things', inJson('{"content":"a","__proto__":{"topic":"t"},"content":"b"}')),
    ).to.deep.equal({ content: 'b' });
    expect(await parameters('/things', inJson('{"constructor":1,"toString":2,"content":"b"}'))).to.deep.equal({
      content: 'b',
    });
  });

  it('arrives byte for byte', async () => {
    const content = '\ufeff\u0001 a\r\n\tb \ufffd "\\u0000" é e\u0301 \u{1f600}  ';
    expect(await parameters('/things', inJson({ content }))).to.deep.equal({ content });
  });

  const refused: [string, string | Buffer, string][] = [
    ['that is no JSON', '{"content":', 'Malformed JSON'],
    ['that is a list', '[1]', 'The body is not a JSON object'],
    ['that is a text', '"content"', 'The body is not a JSON object'],
    ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'Malformed JSON'],
    ['with half a surrogate pair', '{"content":"\\ud800"}', 'The body holds a null byte or half a surrogate pair.'],
    ['with a null byte', '{"content":"\\u0000"}', 'The body holds a null byte or half a surrogate pair.'],
    ['with a number beyond all measure', '{"content":1e400}', 'Invalid content'],
    [
      'nested too deeply',
      `{"list":${'['.repeat(limits.jsonDepthMax)}${']'.repeat(limits.jsonDepthMax)}}`,
      'The body is nested too deeply.',
    ],
    ['of too many values', `{"list":[${'0,'.repeat(limits.jsonNodesMax)}0]}`, 'The body holds too many values.'],
    [
      'of too many members',
      JSON.stringify(Object.fromEntries(Array.from({ length: limits.parametersMax + 1 }, (_, at) => [`p${at}`, 1]))),
      `There are too many parameters (limit: ${limits.parametersMax})`,
    ],
  ];
  for (const [name, body, msg] of refused)
    it(`${name} is refused`, async () => {
      expect(await refusal('/known', byUser(body))).to.include({ status: 400, msg });
    });

  it('is accepted up to the maximum size and depth (parametersMax, jsonDepthMax, jsonNodesMax)', async () => {
    // The braces, the colon and the brackets count, and each comma.
    const list = Array.from({ length: limits.jsonNodesMax - 2 }, () => 0);
    expect((await ask(app, '/api/v1/known', byUser({ list: [...list, 0] }))).status).to.equal(400);
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 1]));
    expect((await ask(app, '/api/v1/things', inJson(members(limits.parametersMax)))).status).to.equal(200);
    expect(await parameters('/known', byUser({ list }))).to.deep.equal({ list });
    const deep = `{"list":${'['.repeat(limits.jsonDepthMax - 1)}${']'.repeat(limits.jsonDepthMax - 1)}}`;
    expect((await ask(app, '/api/v1/things', inJson(deep))).status).to.equal(200);
  });
});
