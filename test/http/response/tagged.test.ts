/** ETags over real HTTP: an unchanged answer is a 304, a changed one never is. */
import { expect } from 'chai';
import { endpoints } from '../../../src/http/routes/index.ts';
import type { AccountName } from '../../support/client.ts';
import { succeeded } from '../../support/expect-answer.ts';
import { runningServer } from '../../support/server.ts';

const paths = endpoints.filter(({ tagged }) => tagged).map(({ path }) => path);
/** Ids in paths are those of the first stream and of the owner. */
const withIds = (path: string, userId: number): string =>
  path.replace(':user_id', String(userId)).replace(/:\w+/g, '1');

describe('answers with an ETag', () => {
  const server = runningServer();

  async function ask(path: string, by: AccountName, tag?: string) {
    const { email, api_key } = server.as(by).account;
    const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
    const asked: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag };
    const response = await fetch(`${server.base}/api/v1${path}`, { headers: { authorization, ...asked } });
    const { status, headers } = response;
    return { status, headers, tag: headers.get('etag') ?? '', text: await response.text() };
  }
  const subscribe = (by: AccountName, name: string, more = {}) =>
    server.as(by).post('/users/me/subscriptions', { subscriptions: [{ name }], ...more });

  it('are given for the endpoints that clients poll repeatedly', () => {
    const polled = ['/users', '/streams', '/users/me/subscriptions', '/realm/profile_fields', '/server_settings'];
    expect(paths).to.include.members(polled);
    expect(endpoints.filter(({ tagged, method }) => tagged && method !== 'GET')).to.deep.equal([]);
  });

  for (const path of paths)
    it(`GET ${path}: 304 without a body while nothing changes`, async () => {
      const asked = withIds(path, server.as('owner').account.user_id);
      const first = await ask(asked, 'owner');
      expect(first.status).to.equal(200);
      expect(first.tag).to.match(/^W\/"[\w-]+"$/);
      const again = await ask(asked, 'owner', first.tag);
      expect([again.status, again.text, again.tag]).to.deep.equal([304, '', first.tag]);
      expect(again.headers.get('x-request-id')).to.be.a('string');
      expect(again.headers.get('cache-control')).to.equal(first.headers.get('cache-control'));
      const other = await ask(asked, 'owner', 'W/"other"');
      expect([other.status, other.text]).to.deep.equal([200, first.text]);
    });

  it('accept a list of tags, weak or strong, and *', async () => {
    const { tag } = await ask('/users', 'member');
    for (const named of [`W/"a", ${tag}`, tag.replace('W/', ''), `${tag},"b"`, '*'])
      expect((await ask('/users', 'member', named)).status, named).to.equal(304);
    for (const named of ['', '"a"', tag.slice(0, -2), tag.replaceAll('"', '')])
      expect((await ask('/users', 'member', named)).status, named).to.equal(200);
  });

  it('change as soon as the answer changes', async () => {
    const { tag } = await ask('/users', 'member');
    succeeded(
      await server.as('admin').patch(`/users/${server.as('spare').account.user_id}`, { full_name: 'Another Name' }),
    );
    const after = await ask('/users', 'member', tag);
    expect(after.status).to.equal(200);
    expect(after.text).to.include('Another Name');
  });

  it('change when the caller loses access to a stream', async () => {
    succeeded(
      await subscribe('owner', 'between us', { invite_only: true, principals: [server.as('member').account.email] }),
    );
    const { tag, text } = await ask('/streams', 'member');
    expect(text).to.include('between us');
    const gone = { subscriptions: ['between us'], principals: [server.as('member').account.email] };
    succeeded(await server.as('owner').delete('/users/me/subscriptions', gone));
    const after = await ask('/streams', 'member', tag);
    expect(after.status).to.equal(200);
    expect(after.text).not.to.include('between us');
  });

  it('belong to one caller: the tag of another caller is not accepted', async () => {
    succeeded(await subscribe('owner', 'for one alone'));
    const [own, others] = [
      await ask('/users/me/subscriptions', 'owner'),
      await ask('/users/me/subscriptions', 'spare'),
    ];
    expect(own.tag).not.to.equal(others.tag);
    expect((await ask('/users/me/subscriptions', 'spare', own.tag)).text).to.equal(others.text);
  });

  it('are not sent with errors, nor with answers that are requested once', async () => {
    const { status, tag } = await ask('/streams?include_all_active=true', 'guest', '*');
    expect([status, tag]).to.deep.equal([400, '']);
    expect((await ask('/messages?anchor=newest&num_before=1&num_after=0', 'member')).tag).to.equal('');
  });
});
