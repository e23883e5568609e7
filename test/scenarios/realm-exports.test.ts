/** Exports of what every member may read (docs/api.md, Exports of the organization). */
import { expect } from 'chai';
import { Lines } from '../../src/define/endpoint.ts';
import { ProblemError } from '../../src/http/response/problem.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { authorizationOf, type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('exports of the organization', () => {
  const server = runningServer();
  const admin = server.as('admin');
  const member = server.as('member');

  const fileOf = (id: number, account: { email: string; api_key: string }) =>
    fetch(`${server.base}/api/v1/export/realm/${id}/file`, {
      headers: { Authorization: authorizationOf({ account }) },
    });
  const linesOf = async (id: number, by = admin): Promise<Loose[]> => {
    const answer = await fileOf(id, by.account);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/x-ndjson']);
    const lines = (await answer.text()).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Loose);
  };
  const of = (lines: readonly Loose[], object: string) => lines.filter((line) => String(line.object) === object);
  const say = (by: Client, to: string, content: string): Promise<number> => said(by, to, 't', content);
  const exportsOf = async (by = admin) => list(succeeded(await by.get('/export/realm')).exports);
  const administratorsOnly = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };

  it('are requested by administrators, who get events', async () => {
    const [adminQueue, untold] = [await follow(admin), await follow(member)];
    refused(await member.post('/export/realm'), administratorsOnly);
    refused(await member.get('/export/realm'), administratorsOnly);
    succeeded(await admin.post('/export/realm'));
    const [one] = await exportsOf(server.as('owner'));
    expect(one).to.deep.include({ id: 1, acting_user_id: admin.account.user_id, pending: false });
    expect(one).to.deep.include({ export_url: '/api/v1/export/realm/1/file', deleted_timestamp: null });
    const news = (await adminQueue.news()).filter(({ type }) => String(type) === 'realm_export');
    expect(news.map(({ exports }) => exports)).to.deep.equal([[{ ...one, pending: true, export_url: null }], [one]]);
    expect(await untold.news()).to.deep.equal([]);
  });

  it('contain what every member may read at the time of the download, and nothing else', async () => {
    const owner = server.as('owner');
    const subscribe = (name: string, more: object) =>
      owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...more });
    succeeded(await subscribe('closed', { invite_only: true }));
    succeeded(await subscribe('opened', { invite_only: true }));
    succeeded(await subscribe('open', {}));
    succeeded(await subscribe('shut', {}));
    const open = await say(owner, 'open', 'said **openly**');
    const words = ['secretly', 'privately', 'wrongly', 'lately', 'first words'];
    await say(owner, 'closed', 'said secretly');
    await say(owner, 'shut', 'said lately');
    const later = await say(owner, 'opened', 'said before it was opened');
    const deleted = await say(owner, 'open', 'said wrongly');
    const edited = await say(owner, 'open', 'first words');
    const to = [member.account.user_id];
    succeeded(await owner.post('/messages', { type: 'private', to, content: 'said privately' }));
    succeeded(await owner.delete(`/messages/${deleted}`));
    succeeded(await owner.patch(`/messages/${edited}`, { content: 'last words' }));
    succeeded(await member.post(`/messages/${open}/reactions`, { emoji_name: 'tada' }));
    const streams = list(succeeded(await owner.get('/streams', { include_all_active: true })).streams);
    const idOf = (name: string) => Number(streams.find((stream) => String(stream.name) === name)?.stream_id);
    succeeded(await owner.patch(`/streams/${idOf('opened')}`, { is_private: false }));
    succeeded(await owner.delete(`/streams/${idOf('shut')}`));
    succeeded(await owner.patch('/realm', { email_address_visibility: 3 }));

    const lines = await linesOf(1);
    const text = JSON.stringify(lines);
    for (const word of words) expect(text, word).not.to.include(word);
    expect(text).not.to.include(owner.account.email);
    const messages = of(lines, 'message');
    expect(messages.map(({ id }) => Number(id))).to.include.members([open, later, edited]);
    const one = messages.find(({ id }) => Number(id) === open);
    const narrow = [{ operator: 'stream', operand: 'open' }];
    const asked = { anchor: open, num_before: 0, num_after: 0, narrow, apply_markdown: false };
    const [listed] = list(succeeded(await member.get('/messages', asked)).messages);
    const { flags: _, ...asListed } = listed as object as { flags: unknown };
    const rendered_content = '<p>said <strong>openly</strong></p>';
    expect(one).to.deep.equal({ object: 'message', ...asListed, rendered_content });
    const names = of(lines, 'stream').map(({ name }) => String(name));
    expect(names).to.include.members(['open', 'opened']).and.not.include.members(['closed', 'shut']);
    const users = list(succeeded(await member.get('/users', { include_custom_profile_fields: true })).members);
    expect(of(lines, 'user').map(({ object: __, ...user }) => user)).to.deep.equal(users);
    expect(lines[0]).to.deep.include({ object: 'organization', format: 'verbatim-organization', version: 1 });
    const counts = { users: users.length, streams: names.length, messages: messages.length };
    expect(lines.at(-1)).to.deep.equal({ object: 'end', ...counts });

    succeeded(await owner.patch(`/streams/${idOf('open')}`, { is_private: true }));
    expect(JSON.stringify(await linesOf(1))).not.to.include('openly');
  });

  it('are given only to administrators, recorded, also after a restart, until they are deleted', async () => {
    const nobody = await fileOf(1, { email: admin.account.email, api_key: 'wrong' });
    expect(nobody.status).to.equal(401);
    expect(await (await fileOf(1, member.account)).json()).to.include(administratorsOnly);
    await server.restart();
    const counted = async () => {
      const query = { action: 'realm_export.', order: 'asc', reason: 'x' };
      const { records } = succeeded(await server.as('auditor').get('/audit/events', query));
      return list(records).map(({ action, actor }) => [String(action), Number(actor?.id)]);
    };
    const before = await counted();
    expect(of(await linesOf(1), 'end')).to.have.length(1);
    const now = [...before, ['realm_export.downloaded', admin.account.user_id]];
    expect(await counted()).to.deep.equal(now);
    refused(await member.delete('/export/realm/1'), administratorsOnly);
    badRequest(await admin.delete('/export/realm/2'), 'Invalid data export ID');
    succeeded(await admin.delete('/export/realm/1'));
    badRequest(await admin.delete('/export/realm/1'), 'Export already deleted');
    expect(await (await fileOf(1, admin.account)).json()).to.include({ msg: 'Export already deleted' });
    expect(await counted()).to.deep.equal([...now, ['realm_export.deleted', admin.account.user_id]]);
    expect((await exportsOf())[0]).to.include({ export_url: null });
    for (let more = 0; more < 4; more += 1) succeeded(await admin.post('/export/realm'));
    badRequest(await admin.post('/export/realm'), 'Exceeded rate limit.');
  });
});

it('stop for a user who is no longer an administrator, and one is read at a time (realmExportsReadAtOnceMax)', async () => {
  const endpoint = endpoints.find(({ id }) => id === 'downloadRealmExport');
  const account = { active: true, role: 200 };
  const pages = [1, 2, 3].map((id) => ({ channelId: 1, messageId: 100 * id }));
  const state = {
    directory: { accounts: new Map([[7, account]]) },
    realmExports: { byId: new Map([[1, { expiresAt: 10 }]]) },
  };
  let reads = 0;
  const services = {
    run: async () => undefined,
    realm: () => state,
    eventTime: () => 0,
    // The organization, its users, its streams, and then a page of messages each.
    async read() {
      reads += 1;
      if (reads === 2) return () => [];
      return [{}, {}, []][reads - 1] ?? { found: [pages[reads - 4]], last: reads };
    },
  };
  const gone = () => new AbortController().signal;
  const asked = () =>
    endpoint?.handle(
      { realmId: 9, userId: 7, isStillKnown: () => true, gone, parameters: { export_id: 1 } } as never,
      services as never,
    );
  const answer = await asked();
  // As many as `realmExportsReadAtOnceMax`.
  expect(await Promise.resolve(asked()).catch((error: unknown) => error)).to.be.instanceOf(ProblemError);
  const lines: unknown[] = [];
  if (answer instanceof Lines)
    for await (const line of answer.lines(new AbortController().signal)) {
      lines.push(JSON.parse(line).object);
      if (lines.length === 3) account.active = false;
    }
  expect(lines).to.deep.equal(['organization', 'message', 'message']);
  expect(await asked()).to.be.instanceOf(Lines);
});
