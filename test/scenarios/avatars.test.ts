/** Avatars: images that people upload (docs/api.md, Users). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { perform } from '../../src/cli/control-socket.ts';
import { tasks } from '../../src/cli/index.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { authorizationOf, type Loose, list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { download, pngOf, postFiles } from '../support/files-over-http.ts';
import { follow } from '../support/following.ts';
import { newestFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const png = '\x89PNG\r\n\x1a\n';
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('avatars', () => {
  const server = runningServer({ VERBATIM_SCRUB_SECS: '1' });
  const owner = server.as('owner');
  const member = server.as('member');

  const path = '/users/me/avatar';
  const upload = (text: string, by = member) =>
    postFiles(server.base, by, path, { bytes: bytesOf(text), name: 'me.svg' });
  const stored = (): number =>
    readdirSync(join(server.data, 'uploads', 'stored'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[0-9a-f]{64}$/.test(name),
    ).length;
  const shown = async (client_gravatar: boolean) => {
    const { members } = succeeded(await owner.get('/users', { client_gravatar }));
    return list(members).find(({ user_id }) => Number(user_id) === member.account.user_id);
  };

  it('are shown to everybody with the address, as an image that runs nothing', async () => {
    const { avatar_url } = succeeded(await upload(`${png}one`));
    const { status, headers, text } = await download(server.base, String(avatar_url));
    expect([status, text.endsWith('one')]).to.deep.equal([200, true]);
    expect(headers.get('content-type')).to.equal('image/png');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('content-security-policy')).to.include('sandbox');
    const medium = String(avatar_url).replace('.png', '-medium.png');
    expect((await download(server.base, medium)).status).to.equal(200);
    for (const other of [
      '/user_avatars/1/1_x.png',
      '/user_avatars/',
      '/user_avatars/2/x',
      String(avatar_url).replace(/_..../, '_0000'),
    ])
      expect((await download(server.base, other)).status, other).to.equal(404);
    expect((await download(server.base, String(avatar_url), undefined, {}, 'POST')).status).to.equal(405);
  });

  it('are in users, messages, registrations and events, also for clients that compute gravatars', async () => {
    const queue = await follow(owner, { event_types: ['realm_user', 'message'], client_gravatar: true });
    const { avatar_url } = succeeded(await upload(`${png}two`));
    const [event] = await queue.news();
    expect(event?.person).to.include({ user_id: member.account.user_id, avatar_url, avatar_source: 'U' });
    for (const clientGravatar of [true, false])
      expect(await shown(clientGravatar)).to.include({ avatar_url, avatar_version: event?.person?.avatar_version });
    await said(member, 'general', 't');
    expect((await queue.news())[0]?.message).to.include({ avatar_url });
    expect((await newestFor(owner, { client_gravatar: true })).at(-1)).to.include({ avatar_url });
    const state = succeeded(await member.post('/register', { fetch_event_types: ['realm_user'], event_types: [] }));
    expect(state).to.include({ avatar_url, avatar_source: 'U' });
  });

  it('of bots are sent to their owners', async () => {
    const queue = await follow(owner, { event_types: ['realm_bot'] });
    const { avatar_url } = succeeded(await upload(`${png}bot`, server.as('bot')));
    expect((await queue.news()).map(({ bot }) => bot)).to.deep.equal([
      { user_id: server.as('bot').account.user_id, avatar_url },
    ]);
  });

  it('of bots may be part of the request that creates or changes them', async () => {
    const made = (query: string, ...parts: string[]) =>
      postFiles(
        server.base,
        member,
        `/bots?${query}`,
        ...parts.map((text) => ({ bytes: bytesOf(text), name: 'bot.png' })),
      );
    const { avatar_url } = succeeded(await made('full_name=Pictured&short_name=pictured', `${png}new bot`));
    expect(String(avatar_url)).to.match(/^\/user_avatars\//);
    expect((await download(server.base, String(avatar_url))).status).to.equal(200);
    const { members } = succeeded(await owner.get('/users'));
    const bot = list(members).find(({ full_name }) => String(full_name) === 'Pictured');
    expect(bot).to.include({ avatar_url });
    const other = 'full_name=Other&short_name=other';
    expect((await made(other, 'no image')).body).to.include({ code: 'BAD_IMAGE' });
    expect((await made(other, `${png}1`, `${png}2`)).body).to.include({
      msg: 'You may only upload one file at a time',
    });
    expect(JSON.stringify((await owner.get('/users')).body)).not.to.include('other-bot@');
    const patch = async (form: FormData) => {
      const headers = { authorization: authorizationOf(member) };
      const response = await fetch(`${server.base}/api/v1/bots/${bot?.user_id}`, {
        method: 'PATCH',
        headers,
        body: form,
      });
      return (await response.json()) as Loose;
    };
    const form = (extra: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(extra)) body.append(name, value);
      body.append('file', new Blob([bytesOf(`${png}newer`)]), 'bot.png');
      return body;
    };
    const answer = await patch(form({ full_name: 'Pictured anew' }));
    expect(answer).to.include({ result: 'success', full_name: 'Pictured anew' });
    expect(answer.avatar_url)
      .to.match(/^\/user_avatars\//)
      .and.not.to.equal(avatar_url);
    const given = await patch(form({ bot_owner_id: String(owner.account.user_id) }));
    expect(String(given.msg)).to.include('bot_owner_id');
    const embedded = await member.post('/bots', { full_name: 'Em', short_name: 'em', bot_type: 4 });
    expect(embedded.body).to.deep.equal({ result: 'error', msg: 'Embedded bots are not enabled.' });
  });

  it('that were replaced or removed cannot be seen, and their bytes leave the disk', async () => {
    const before = stored();
    const { avatar_url: first } = succeeded(await upload(`${png}three`));
    const { avatar_url: second } = succeeded(await upload(`${png}four`));
    expect((await download(server.base, String(first))).status).to.equal(404);
    expect((await download(server.base, String(second))).status).to.equal(200);
    const { avatar_url: gravatar } = succeeded(await member.delete(path));
    expect(gravatar).to.include('gravatar.com');
    expect((await download(server.base, String(second))).status).to.equal(404);
    expect(await shown(true)).to.include({ avatar_url: null });
    await server.restart();
    expect(stored()).to.be.below(before + 1);
  });

  it('are refused if they are not images, are too large, several or none (avatarMibMax, avatarPixelsMax)', async () => {
    const missing = { msg: 'You must upload exactly one avatar.' };
    refused(await member.post(path), missing);
    const two = { bytes: bytesOf(png) };
    refused(await postFiles(server.base, member, path, two, two), missing);
    const bad = { code: 'BAD_IMAGE', msg: 'Could not decode image; did you upload an image file?' };
    for (const text of ['<svg onload="alert(1)"/>', '%PDF-1.4', 'x']) refused(await upload(text), bad);
    refused(await upload(png.padEnd(limits.avatarMibMax * 1024 * 1024 + 1, 'x')), {
      msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
    });
    refused(await upload(pngOf(1000, limits.avatarPixelsMax / 1000 + 1)), {
      code: 'BAD_IMAGE',
      msg: 'The image has too many pixels (limit: 25 million).',
    });
    succeeded(await upload(pngOf(1000, limits.avatarPixelsMax / 1000)));
    succeeded(await owner.patch('/realm', { avatar_changes_disabled: true }));
    refused(await upload(png), { msg: 'Avatar changes are disabled in this organization.' });
    succeeded(await upload(png, owner));
  });

  it('are shown to nobody while the organization is deactivated, nor is a file at a temporary address', async () => {
    const { avatar_url } = succeeded(await upload(`${png}five`, owner));
    const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes: 'said' }));
    const { url } = succeeded(await member.get(String(uri) as never));
    const statuses = () =>
      Promise.all([avatar_url, url].map(async (at) => (await download(server.base, String(at))).status));
    expect(await statuses()).to.deep.equal([200, 200]);
    for (const [name, status] of [
      ['realm deactivate', 401],
      ['realm reactivate', 200],
    ] as const) {
      const task = tasks.find((known) => known.name === name);
      if (!task) throw new Error(`no task ${name}`);
      await perform(task, { realm: 'dev' }, server.application, () => undefined);
      expect(await statuses(), name).to.deep.equal([status, status]);
    }
  });
});
