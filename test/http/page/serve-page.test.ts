/** The files of the web page over HTTP. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { readPage } from '../../../src/http/page/page.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const document = '<!doctype html><title>Verbatim</title>';
const script = 'console.log("said")';

describe('the web page over HTTP', () => {
  let server: TestServer;
  before(async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, 'static'));
    writeFileSync(join(folder, 'static/picture.png'), 'a picture');
    writeFileSync(join(folder, 'index.html'), document);
    writeFileSync(join(folder, 'assets/main-abc.js'), script);
    writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script));
    writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync(script));
    writeFileSync(join(folder, 'assets/secret.txt'), 'not of the page');
    server = await startServer({}, { page: await readPage(folder) });
  });
  after(() => server.stop());

  it('answers with the document, which is never cached and may load nothing from elsewhere', async () => {
    const answer = await fetch(`${server.base}/`);
    expect(answer.status).to.equal(200);
    expect(await answer.text()).to.equal(document);
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).to.include('no-store');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.include("require-trusted-types-for 'script'");
    expect(policy).not.to.include('unsafe');
    expect(policy).not.to.match(/https?:|\*/);
  });

  it('answers with files that may be cached for ever, in an encoding that the client accepts', async () => {
    for (const [encoding, decoded] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (body: Buffer) => body],
    ] as const) {
      const { headers, body } = await get('/assets/main-abc.js', { 'accept-encoding': encoding });
      expect(headers['content-encoding'] ?? 'identity').to.equal(encoding);
      expect(headers.vary).to.equal('Accept-Encoding');
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      expect(headers['content-type']).to.equal('text/javascript; charset=utf-8');
      expect(headers['x-content-type-options']).to.equal('nosniff');
      expect(decoded(body).toString()).to.equal(script);
    }
  });

  it('answers 304 to clients that have the file', async () => {
    const { headers } = await get('/assets/main-abc.js');
    const { status, body } = await get('/assets/main-abc.js', { 'if-none-match': String(headers.etag) });
    expect([status, body.length]).to.deep.equal([304, 0]);
  });

  it('answers HEAD, and refuses other methods', async () => {
    const head = await fetch(`${server.base}/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    const post = await fetch(`${server.base}/`, { method: 'POST' });
    expect(post.status).to.equal(405);
    expect(post.headers.get('allow')).to.equal('GET, HEAD');
  });

  it('answers with pictures of messages, which clients elsewhere may show', async () => {
    const { headers, body } = await get('/static/picture.png');
    expect(String(body)).to.equal('a picture');
    expect(headers['content-type']).to.equal('image/png');
    expect(headers['cross-origin-resource-policy']).to.equal('cross-origin');
    const script = await get('/assets/main-abc.js');
    expect(script.headers['cross-origin-resource-policy']).to.equal('same-origin');
  });

  it('answers every other path as if there were no page', async () => {
    for (const path of [
      '/index.html',
      '/assets/',
      '/assets/secret.txt',
      '/assets/main-abc.js.br',
      '/assets/../index.html',
    ]) {
      const { status, body } = await get(path);
      expect([path, status, (JSON.parse(String(body)) as { code: string }).code]).to.deep.equal([
        path,
        404,
        'NOT_FOUND',
      ]);
    }
  });

  it('does not exist if it was not built', async () => {
    expect(await readPage(join(temporaryFolder(), 'none'))).to.equal(undefined);
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (done, failed) => {
        const sent = request(server.base + path, { headers, path }, async (answer) => {
          const body = Buffer.concat(await answer.toArray());
          done({ status: answer.statusCode, headers: answer.headers, body });
        });
        sent.on('error', failed).end();
      },
    );
});
