import { expect } from 'chai';
import { z } from 'zod';
import { limits } from '../../../src/vocabulary/limits.ts';
import { echo } from '../echo.ts';
import { type App, startApp } from '../stub-app.ts';

const text = `{"text":"${'ä'.repeat(500_000)}"}\n`;

describe('an answer that is the same for everybody', () => {
  let app: App;
  before(async () => {
    const answer = Object.freeze({ body: text });
    app = await startApp([{ ...echo('GET', '/fixed', z.object({}), { handle: async () => answer }), tagged: true }]);
  });
  after(() => app.close());

  const get = (headers: Record<string, string>, method = 'GET') =>
    fetch(`http://127.0.0.1:${app.port}/api/v1/fixed`, { method, headers });

  it('is compressed once, so that all concurrent callers get it compressed', async () => {
    const asked = Array.from({ length: 10 * limits.compressionsAtOnceMax }, () => get({ 'Accept-Encoding': 'gzip' }));
    for (const response of await Promise.all(asked)) {
      expect(response.headers.get('content-encoding')).to.equal('gzip');
      expect(response.headers.get('vary')).to.equal('Accept-Encoding');
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect((await response.text()) === text).to.equal(true);
    }
  });

  it('is sent uncompressed to clients that accept nothing else', async () => {
    const response = await get({ 'Accept-Encoding': 'identity' });
    expect(response.headers.get('content-encoding')).to.equal(null);
    expect(Number(response.headers.get('content-length'))).to.equal(Buffer.byteLength(text));
    expect((await response.text()) === text).to.equal(true);
  });

  it('has one ETag in all its encodings, with which it is a 304', async () => {
    const [plain, zipped, head] = await Promise.all([
      get({ 'Accept-Encoding': 'identity' }),
      get({ 'Accept-Encoding': 'gzip' }),
      get({ 'Accept-Encoding': 'gzip' }, 'HEAD'),
    ]);
    const tag = String(plain.headers.get('etag'));
    expect(tag).to.match(/^W\/"[\w-]+"$/);
    expect([zipped.headers.get('etag'), head.headers.get('etag')]).to.deep.equal([tag, tag]);
    const again = await get({ 'If-None-Match': tag });
    expect([again.status, await again.text()]).to.deep.equal([304, '']);
  });
});
