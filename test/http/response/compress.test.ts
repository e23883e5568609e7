import { expect } from 'chai';
import { z } from 'zod';
import type { Answer } from '../../../src/define/endpoint.ts';
import { defineEndpoint } from '../../../src/http/define-endpoint.ts';
import type { Context } from '../../../src/http/request/request-context.ts';
import { compress, isLarge } from '../../../src/http/response/compress.ts';
import { endpoints as all } from '../../../src/http/routes/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { type App, startApp } from '../stub-app.ts';

const saying = (
  path: `/${string}`,
  characters: number,
  more: { tagged?: true; holdsKeys?: (answer: Answer) => boolean } = {},
) =>
  defineEndpoint({
    route: `GET ${path}`,
    id: path,
    summary: '',
    description: '',
    access: 'anyone',
    parameters: z.object({}),
    response: z.object({ text: z.string() }),
    example: { text: '' },
    handle: async () => ({ text: 'ä'.repeat(characters) }),
    ...more,
  });

const endpoints = [
  saying('/large', limits.compressedCharactersMin),
  saying('/small', limits.compressedCharactersMin - 100),
  saying('/tagged', limits.compressedCharactersMin, { tagged: true }),
  saying('/keys', limits.compressedCharactersMin, { holdsKeys: () => true }),
];

/** An answer to a client that accepts gzip. */
function contextOf(): Context {
  const context = { status: 200, method: 'GET', body: 'ä'.repeat(limits.compressedCharactersMin), vary() {}, set() {} };
  return {
    ...context,
    req: { headers: {} },
    acceptsEncodings: () => 'gzip',
    response: { get: () => 'application/json' },
  } as never;
}

describe('large answers', () => {
  let app: App;
  before(async () => {
    app = await startApp(endpoints);
  });
  after(() => app.close());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${app.port}/api/v1${path}`, { method, headers });

  it('are not compressed if the header is too long to be read (acceptEncodingLengthMax)', async () => {
    for (const [length, encoding] of [
      [limits.acceptEncodingLengthMax, 'gzip'],
      [limits.acceptEncodingLengthMax + 1, null],
    ] as const) {
      const response = await get('/large', { 'Accept-Encoding': 'gzip,x'.padEnd(length, 'x') });
      expect(response.headers.get('content-encoding')).to.equal(encoding);
    }
  });

  it('are compressed if the client accepts it, and have the same content', async () => {
    const response = await get('/large', { 'Accept-Encoding': 'br, gzip' });
    expect(response.headers.get('content-encoding')).to.equal('gzip');
    expect(response.headers.get('vary')).to.equal('Accept-Encoding');
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(Number(response.headers.get('content-length'))).to.be.within(1, 1_000);
    expect(((await response.json()) as { text: string }).text).to.equal('ä'.repeat(limits.compressedCharactersMin));
  });

  const plain: [string, string, Record<string, string>][] = [
    ['the client does not accept it', '/large', { 'Accept-Encoding': 'identity' }],
    ['the client refuses it', '/large', { 'Accept-Encoding': 'gzip;q=0, identity' }],
    ['they are small', '/small', { 'Accept-Encoding': 'gzip' }],
    ['they hold keys', '/keys', { 'Accept-Encoding': 'gzip' }],
  ];
  for (const [why, path, headers] of plain)
    it(`are not compressed if ${why}`, async () => {
      const response = await get(path, headers);
      expect(response.headers.get('content-encoding')).to.equal(null);
      expect(((await response.json()) as { text: string }).text).to.match(/^ä+$/);
    });

  it('are answered with a 304 to a client that has them, compressed or not', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const first = await get('/tagged', headers);
    expect(first.headers.get('content-encoding')).to.equal('gzip');
    const tag = first.headers.get('etag') ?? '';
    const again = await get('/tagged', { ...headers, 'If-None-Match': tag });
    expect([again.status, again.headers.get('content-encoding'), await again.text()]).to.deep.equal([304, null, '']);
  });

  it('are compressed only a few at a time; beyond that they are sent uncompressed (compressionsAtOnceMax)', async () => {
    const contexts = Array.from({ length: limits.compressionsAtOnceMax + 1 }, contextOf);
    await Promise.all(contexts.map(compress));
    const isCompressed = ({ body }: Context): boolean => Buffer.isBuffer(body);
    expect(contexts.map(isCompressed)).to.deep.equal([...contexts.slice(1).map(() => true), false]);
    const later = contextOf();
    await compress(later);
    expect(isCompressed(later)).to.equal(true);
  });

  it('are those of a minimum length, with the status 200, for clients that read the body (compressedCharactersMin)', async () => {
    expect(isLarge({ body: 'x'.repeat(limits.compressedCharactersMin) } as never)).to.equal(true);
    expect(isLarge({ body: 'x'.repeat(limits.compressedCharactersMin - 1) } as never)).to.equal(false);
    for (const [method, status] of [
      ['HEAD', 200],
      ['GET', 404],
    ] as const) {
      const context = { ...contextOf(), method, status } as Context;
      await compress(context);
      expect(Buffer.isBuffer(context.body)).to.equal(false);
    }
  });

  it('are all sent when many clients request them at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => (await get('/large', { 'Accept-Encoding': 'gzip' })).json()),
    );
    expect(answers).to.have.length(40);
  });

  it('are not compressed if they contain API keys', () => {
    const lists = all.filter(({ response }) => /"(api_key|token)"/.test(JSON.stringify(z.toJSONSchema(response))));
    const large = lists.filter(({ response }) =>
      Object.values(z.toJSONSchema(response).properties ?? {}).some(
        (one) => typeof one === 'object' && /"(api_key|token)"/.test(JSON.stringify(one)),
      ),
    );
    expect(large.filter(({ holdsKeys }) => !holdsKeys).map(({ path }) => path)).to.deep.equal([]);
  });
});
