/** Uploaded files over HTTP: who may read them, how they are served, and when they are removed. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { authorizationOf, type Client, type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { download, pngOf, postFiles } from '../support/files-over-http.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('uploaded files', () => {
  lowerLimits({ sharingMessagesShownMax: 3 });
  const server = runningServer({ VERBATIM_SCRUB_SECS: '1' });
  const owner = server.as('owner');
  const member = server.as('member');
  const guest = server.as('guest');
  before(async () => {
    for (const [name, invite_only] of [
      ['open', false],
      ['closed', true],
    ] as const)
      succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name }], invite_only }));
  });

  const upload = async (bytes: string, name = 'notes.txt', by = member): Promise<string> =>
    String(succeeded(await postFiles(server.base, by, '/user_uploads', { bytes, name })).uri);
  const say = (stream: string, uri: string, by = member): Promise<number> => said(by, stream, 't', `see [it](${uri})`);
  const statusFor = async (client: Client | undefined, uri: string): Promise<number> =>
    (await download(server.base, uri, client)).status;
  const attachments = async (by = member) => list((await by.get('/attachments')).body.attachments);
  const stored = (): string[] =>
    readdirSync(join(server.data, 'uploads', 'stored'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(server.data, 'uploads', 'stored', path)).isFile(),
    );

  it('are returned byte for byte, only to their owner until a message shares them', async () => {
    const uri = await upload('hello \u00e4');
    const { status, text } = await download(server.base, uri, member);
    expect([status, text]).to.deep.equal([200, 'hello \u00e4']);
    expect(await statusFor(owner, uri)).to.equal(404);
    expect(await statusFor(undefined, uri)).to.equal(401);
  });

  it('of a message in a public stream can be read by all but guests who are not subscribed', async () => {
    const uri = await upload('for all');
    await say('open', uri);
    expect(await statusFor(owner, uri)).to.equal(200);
    expect(await statusFor(guest, uri)).to.equal(404);
  });

  it('of a private stream can be read by those who read the message, and do not exist for others', async () => {
    const uri = await upload('for few');
    await say('closed', uri);
    const refused = await download(server.base, uri, owner);
    const none = await download(server.base, uri.replace(/.txt$/, '.png'), member);
    expect([refused.status, refused.text]).to.deep.equal([none.status, none.text]);
    succeeded(
      await member.post('/messages', { type: 'private', to: [owner.account.user_id], content: `[it](${uri})` }),
    );
    expect(await statusFor(owner, uri)).to.equal(200);
  });

  it('are not shared by a user who only knows the address', async () => {
    const uri = await upload('mine');
    await say('open', uri, owner);
    expect(await statusFor(owner, uri)).to.equal(404);
  });

  it('that an edit added are not for users who had left the private stream before', async () => {
    const people = [member, owner, guest].map((client) => client.account.user_id);
    const subscriptions = [{ name: 'left' }];
    succeeded(await member.post('/users/me/subscriptions', { subscriptions, invite_only: true, principals: people }));
    const [before, later] = [await upload('before'), await upload('later')];
    const id = await say('left', before);
    succeeded(await owner.delete('/users/me/subscriptions', { subscriptions: ['left'] }));
    succeeded(await member.patch(`/messages/${id}`, { content: `[that](${later})` }));
    expect([await statusFor(owner, before), await statusFor(owner, later)]).to.deep.equal([200, 404]);
    expect([await statusFor(guest, before), await statusFor(guest, later)]).to.deep.equal([200, 200]);
  });

  it('are served in a form that a browser does not run', async () => {
    const page = await postFiles(server.base, member, '/user_uploads', {
      bytes: '<script>alert(1)</script>',
      name: 'x.html',
      type: 'text/html',
    });
    const { headers } = await download(server.base, String(succeeded(page).uri), member);
    expect(headers.get('content-type')).to.equal('application/octet-stream');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('content-disposition')).to.match(/^attachment; filename="x.html"/);
    expect(headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none'/);
    const image = await upload('GIF89a...', 'x.gif');
    const shown = (await download(server.base, image, member)).headers;
    expect([shown.get('content-type'), shown.get('content-disposition')?.split(';')[0]]).to.deep.equal([
      'image/gif',
      'inline',
    ]);
  });

  it('are shown as images only if a browser can decode their pixels (shownPixelsMax)', async () => {
    const typeOf = async (lines: number) => {
      const bytes = Uint8Array.from(Buffer.from(pngOf(1000, lines), 'latin1'));
      const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes, name: 'x.png' }));
      return (await download(server.base, String(uri), member)).headers.get('content-type');
    };
    expect(await typeOf(limits.shownPixelsMax / 1000)).to.equal('image/png');
    expect(await typeOf(limits.shownPixelsMax / 1000 + 1)).to.equal('application/octet-stream');
  });

  it('are served in parts, not again if nothing changed, and without their bytes to HEAD', async () => {
    const uri = await upload('0123456789');
    const asked = async (headers: Record<string, string>, method?: string) =>
      download(server.base, uri, member, headers, method);
    const part = await asked({ range: 'bytes=2-4' });
    expect([part.status, part.text, part.headers.get('content-range')]).to.deep.equal([206, '234', 'bytes 2-4/10']);
    expect((await asked({ range: 'bytes=-3' })).text).to.equal('789');
    expect((await asked({ range: 'bytes=20-' })).status).to.equal(416);
    const etag = (await asked({})).headers.get('etag') ?? '';
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await asked({ 'if-none-match': named })).status, named).to.equal(304);
    for (const [begun, status] of [
      [etag, 206],
      ['"other"', 200],
      ['Thu, 26 Nov 2026 00:00:00 GMT', 200],
    ] as const)
      expect((await asked({ range: 'bytes=2-4', 'if-range': begun })).status, begun).to.equal(status);
    const head = await asked({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.text]).to.deep.equal([200, '10', '']);
    expect((await asked({}, 'POST')).status).to.equal(405);
  });

  it('can be read with the key in the address, or for a minute at a signed address', async () => {
    const uri = await upload('by address', 'Ein N\u00e4me.txt');
    expect((await download(server.base, `${uri}?api_key=${member.account.api_key}`)).text).to.equal('by address');
    expect(await statusFor(undefined, `${uri}?api_key=${'x'.repeat(32)}`)).to.equal(401);
    const bot = succeeded(await member.post('/bots', { full_name: 'Pipe', short_name: 'pipe', bot_type: 2 }));
    expect(await statusFor(undefined, `${uri}?api_key=${bot.api_key}`), 'third parties have its key').to.equal(401);
    expect(await statusFor(undefined, `/avatar/1?api_key=${bot.api_key}`)).to.equal(401);
    const path = encodeURI(uri);
    const { url } = succeeded(await member.get(path));
    expect((await download(server.base, String(url))).text).to.equal('by address');
    // The mobile client joins `/api/v1/` and the address in a message.
    const joined = JSON.parse((await download(server.base, `/api/v1/${path}?`, member)).text) as Loose;
    expect((await download(server.base, String(joined.url))).text).to.equal('by address');
    expect((await download(server.base, `${url}x`)).text).to.include('Invalid filename');
    expect((await download(server.base, String(url).replace(/y\/[0-9a-f]/, 'y/0'))).text).to.include('Invalid token');
    const others = await fetch(`${server.base}/api/v1${path}`, {
      headers: { authorization: authorizationOf(owner) },
    });
    expect([others.status, ((await others.json()) as { msg: string }).msg]).to.deep.equal([404, 'File not found.']);
  });

  it('are listed with the newest messages that share them, as in the events (sharingMessagesShownMax)', async () => {
    const queue = succeeded(await member.post('/register', { event_types: ['attachment'] }));
    const before = await attachments();
    const uri = await upload('listed');
    const ids: number[] = [];
    for (let sent = 0; sent <= limits.sharingMessagesShownMax; sent += 1) ids.push(await say('open', uri));
    const now = await attachments();
    expect(now).to.have.length(before.length + 1);
    const one = now.at(-1);
    expect(list(one?.messages).map(({ id }) => Number(id))).to.deep.equal(ids.slice(1));
    const { events } = (await member.get('/events', { queue_id: queue.queue_id, dont_block: true }))?.body ?? {};
    expect(list(events).map(({ op }) => String(op))).to.deep.equal(['add', ...ids.map(() => 'update')]);
    expect(list(events).at(-1)?.attachment).to.deep.equal(one);
    expect((await owner.get('/attachments'))?.body.attachments).to.deep.equal([]);
  });

  it('can be deleted by their owner, and their bytes leave the disk', async () => {
    const uri = await upload('to be deleted');
    const id = (await attachments()).at(-1)?.id;
    expect((await owner.delete(`/attachments/${id}`))?.body).to.include({ msg: 'Invalid attachment' });
    const before = stored().length;
    succeeded(await member.delete(`/attachments/${id}`));
    expect(await statusFor(member, uri)).to.equal(404);
    await server.application.scrub();
    expect(await eventually(() => stored().length === before - 1)).to.equal(true);
  });

  it('the same content is stored once, until its last file is deleted', async () => {
    const before = stored().length;
    const uris = [await upload('the same'), await upload('the same', 'other.txt', owner)];
    expect(stored()).to.have.length(before + 1);
    succeeded(await member.delete(`/attachments/${(await attachments()).at(-1)?.id}`));
    await server.application.scrub();
    expect((await download(server.base, uris[1] ?? '', owner)).text).to.equal('the same');
  });

  it('are removed with the last message that shared them: no byte of name or content stays', async () => {
    const uri = await upload('unlikely content 4711', 'unlikely-name-4711.txt');
    const [first, second] = [await say('open', uri), await say('open', uri)];
    succeeded(await owner.delete(`/messages/${first}`));
    expect(await statusFor(member, uri)).to.equal(200);
    succeeded(await owner.delete(`/messages/${second}`));
    expect(await eventually(async () => (await statusFor(member, uri)) === 404)).to.equal(true);
    const held = (): boolean =>
      filesBelow(server.data).some((path) => /unlikely.(?:content|name).4711/.test(readFileSync(path, 'latin1')));
    expect(
      await eventually(async () => {
        await server.application.scrub();
        return !held();
      }),
    ).to.equal(true);
  });

  it('are refused without a file, with two, and with fields only', async () => {
    const messageOf = async (answer: Promise<{ body: { msg?: unknown } } | undefined>) => (await answer)?.body.msg;
    expect(await messageOf(member.post('/user_uploads'))).to.equal('You must specify a file to upload');
    expect(await messageOf(member.post('/user_uploads', { file: 'x' }))).to.equal('You must specify a file to upload');
    const two = postFiles(server.base, member, '/user_uploads', { bytes: 'a' }, { bytes: 'b' });
    expect(await messageOf(two)).to.equal('You may only upload one file at a time');
    expect(readdirSync(join(server.data, 'uploads', 'incoming'))).to.deep.equal([]);
  });

  it('are still there after a restart', async () => {
    const uri = await upload('lasting');
    await server.restart();
    expect((await download(server.base, uri, member)).text).to.equal('lasting');
  });
});

/** Retries whenever the event loop has had time for other work. */
async function eventually(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let asked = 0; asked < 500; asked += 1) {
    if (await isSo()) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path) && statSync(path).isFile());
