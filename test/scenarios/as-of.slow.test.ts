/** Looks into the past over HTTP: `Verbatim-As-Of` and `Verbatim-As-User`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { builtReplica } from '../support/built-program.ts';
import { type Answer, authorizationOf, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('the past over HTTP', () => {
  const server = runningServer({}, { sizes: { replicaProgram: builtReplica() } });
  const owner = server.as('owner');
  const auditor = server.as('admin');
  const member = server.as('member');
  let began: string;
  before(async () => {
    succeeded(await owner.post('/audit/auditors', { user_id: auditor.account.user_id, reason: 'review' }));
    began = await newest();
  });

  const reason = { 'Audit-Reason': 'case 4711' };
  const asUser = (user = member.account.user_id) => ({ ...reason, 'Verbatim-As-User': String(user) });
  const asOf = (moment: string, user?: number): Record<string, string> => ({
    ...asUser(user),
    'Verbatim-As-Of': moment,
  });
  /** The newest event of the organization. */
  const newest = async (): Promise<string> => {
    const { records } = succeeded(await auditor.get('/audit/events', { limit: 1 }));
    return String(list(records)[0]?.id);
  };
  const listing = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
  const contents = (answer: Answer): unknown[] => list(succeeded(answer).messages).map(({ content }: Loose) => content);
  const contentsAt = async (moment: string) => contents(await auditor.get('/messages', listing, asOf(moment)));
  const send = (content: string): Promise<number> => said(member, 'general', 'past', content);

  it('answers as at that time, for the named user, and names the event', async () => {
    const id = await send('at noon');
    const first = await newest();
    succeeded(await member.patch(`/messages/${id}`, { content: 'at one' }));
    const second = await newest();
    await send('later');
    expect(await contentsAt(first))
      .to.include('at noon')
      .and.not.include('later');
    const of = await auditor.get(`/messages/${id}`, {}, asOf(first));
    const [event, position, at] = String(of.headers.get('verbatim-as-of')).split('; ');
    expect(event).to.equal(first);
    expect(position).to.match(/^position=\d+$/);
    const time = String(at).replace('at=', '');
    expect(contents(await auditor.get('/messages', listing, asOf(String(position).replace('=', ':'))))).to.include(
      'at noon',
    );
    expect(new Date(time).toISOString()).to.equal(time);
    // Another event may have the same millisecond.
    expect((await auditor.get('/users', {}, asOf(time))).status).to.equal(200);
    expect(await contentsAt(second))
      .to.include('at one')
      .and.not.include('at noon');
  });

  it('leaves out what was deleted since, as if it had never existed', async () => {
    const first = await send('stays');
    const id = await send('goes');
    const moment = await newest();
    expect(await contentsAt(moment)).to.include.members(['stays', 'goes']);
    succeeded(await owner.delete(`/messages/${id}`));
    expect(await contentsAt(moment))
      .to.include('stays')
      .and.not.include('goes');
    expect((await auditor.get(`/messages/${id}`, {}, asOf(moment))).status).to.equal(400);
    const page = { anchor: 'newest', num_before: 1, num_after: 0 };
    const { messages } = succeeded(await auditor.get('/messages', page, asOf(moment)));
    expect(list(messages).map((one) => one.id)).to.deep.equal([first]);
    const trail = succeeded(await auditor.get('/audit/events', { object_type: 'message', object_id: id }));
    expect(list(trail.records).map(({ action }) => action)).to.include('message.sent');
  });

  it('registers nothing, and answers the state of that time', async () => {
    const moment = await newest();
    succeeded(await member.patch('/settings', { full_name: 'Renamed Since' }));
    const types = { event_types: ['realm_user', 'subscription', 'message', 'realm_bot'] };
    const queues = async () => list(succeeded(await auditor.get('/audit/events', { object_type: 'queue' })).records);
    const before = (await queues()).length;
    const state = succeeded(await auditor.post('/register', types, asOf(moment, owner.account.user_id)));
    expect(state.queue_id).to.equal(null);
    const names = list(state.realm_users).map((one) => one.full_name);
    expect(names).to.include(member.account.full_name).and.not.include('Renamed Since');
    expect(list(state.realm_bots).map((one) => one.api_key)).to.satisfy(
      (keys: unknown[]) => keys.length > 0 && keys.every((key) => key === null),
    );
    expect((await queues()).length).to.equal(before);
    const today = succeeded(await auditor.post('/register', types, asUser()));
    expect(today.queue_id).to.equal(null);
    expect(list(today.realm_users).map((one) => one.full_name)).to.include('Renamed Since');
  });

  it('shows no secret', async () => {
    succeeded(await owner.post('/bots', { full_name: 'Keeper', short_name: 'keeper', bot_type: 1 }));
    const bots = succeeded(await auditor.get('/bots', {}, asOf(await newest(), owner.account.user_id)));
    expect(list(bots.bots).map((one) => one.api_key)).to.deep.equal(list(bots.bots).map(() => null));
    expect(list(bots.bots)).to.not.be.empty;
    const now = succeeded(await auditor.get('/bots', {}, asUser(owner.account.user_id)));
    expect(list(now.bots).map((one) => one.api_key)).to.deep.equal(list(now.bots).map(() => null));
    succeeded(await owner.post('/invites/multiuse', {}));
    for (const headers of [asUser(owner.account.user_id), asOf(await newest(), owner.account.user_id)]) {
      const { invites } = succeeded(await auditor.get('/invites', {}, headers));
      expect(list(invites).map((one) => one.link_url)).to.deep.equal([null]);
    }
    const own = succeeded(await owner.get('/bots'));
    expect(list(own.bots)[0]?.api_key).to.be.a('string');
  });

  it('sees what the user may see, and no more', async () => {
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true }));
    await said(owner, 'vault', 't', 'in the vault');
    const moment = await newest();
    expect(await contentsAt(moment)).to.not.include('in the vault');
    const { streams } = succeeded(await auditor.get('/streams', {}, asOf(moment)));
    expect(list(streams).map((one) => one.name)).to.not.include('vault');
    const mine = contents(await auditor.get('/messages', listing, asOf(moment, owner.account.user_id)));
    expect(mine).to.include('in the vault');
    expect(contents(await auditor.get('/messages', listing, asUser(owner.account.user_id)))).to.include('in the vault');
    expect(contents(await auditor.get('/messages', listing, asUser()))).to.not.include('in the vault');
  });

  it('answers lines, HEAD, tagged and other answers', async () => {
    const moment = await newest();
    const headers = (more: Record<string, string> = {}) => ({
      authorization: authorizationOf(auditor),
      ...asOf(moment),
      ...more,
    });
    const ask = (path: string, init: RequestInit) => fetch(`${server.base}/api/v1${path}`, init);
    const lines = await ask('/audit/events', { headers: headers({ accept: 'application/x-ndjson' }) });
    const records = (await lines.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.at(-1)).to.include({ end: true, count: records.length - 1 });
    expect(records.map(({ id }) => id)).to.include(moment);
    const followed = await ask('/audit/events?follow=true', { headers: headers({ accept: 'application/x-ndjson' }) });
    expect(
      (await followed.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).to.include(moment);
    const head = await ask('/messages/1', { method: 'HEAD', headers: headers() });
    expect(head.status).to.be.oneOf([200, 400]);
    expect(head.headers.get('verbatim-as-of') ?? '').to.satisfy(
      (text: string) => head.status === 400 || text.startsWith(moment),
    );
    const users = await ask('/users', { headers: headers() });
    const again = await ask('/users', { headers: headers({ 'if-none-match': String(users.headers.get('etag')) }) });
    expect(again.status).to.equal(304);
    expect((await ask('/openapi.json', { headers: headers() })).status).to.equal(200);
    expect((await ask('/server_settings', { headers: headers() })).status).to.equal(200);
  });

  it('is recorded before it is answered, with its parameters', async () => {
    const moment = await newest();
    await auditor.get('/users/me/subscriptions', {}, asOf(moment));
    const { records } = succeeded(
      await auditor.get('/audit/events', {
        action: 'access.recorded',
        include_content: true,
        reason: 'review',
        actor: auditor.account.user_id,
        limit: 2,
      }),
    );
    expect(list(records)[1]?.after).to.deep.include({
      operation: 'GET /users/me/subscriptions',
      parameters: { 'Verbatim-As-Of': moment, 'Verbatim-As-User': String(member.account.user_id) },
      reason: 'case 4711',
    });
  });

  it('is only for auditors with a reason', async () => {
    const headers = asOf(began);
    const forbidden = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' };
    for (const client of [owner, member]) {
      refused(await client.get('/users', {}, headers), forbidden, 403);
      refused(await client.get('/users', {}, asUser()), forbidden, 403);
      refused(await client.get('/server_settings', {}, headers), forbidden, 403);
    }
    const { 'Audit-Reason': _, ...without } = headers;
    expect((await auditor.get('/users', {}, without)).status).to.equal(400);
    const anybody = await fetch(`${server.base}/api/v1/server_settings`, { headers });
    expect(anybody.status).to.equal(401);
  });

  it('is read-only', async () => {
    const readOnly = {
      code: 'READ_ONLY_PAST',
      msg: 'With Verbatim-As-Of or Verbatim-As-User only POST /register and GET are answered, without files, event queues and the state of the service',
    };
    for (const headers of [asOf(began), asUser()]) {
      refused(await auditor.get('/events', { queue_id: 'x', last_event_id: -1 }, headers), readOnly, 405);
      refused(await auditor.get('/audit/exports/1/file', {}, headers), readOnly, 405);
      refused(await auditor.post('/messages', {}, headers), readOnly, 405);
      refused(await auditor.patch('/settings', {}, headers), readOnly, 405);
      refused(await auditor.delete('/messages/1', {}, headers), readOnly, 405);
      refused(await auditor.put('/bot_storage', {}, headers), readOnly, 405);
    }
    expect(await contentsAt(await newest())).to.include('stays');
  });

  it('refuses moments and users that do not exist', async () => {
    const at = (moment: string) => auditor.get('/users', {}, asOf(moment));
    const forms = 'a time in ISO 8601 (2026-11-22T14:34:00Z), position:N, or the id of an event';
    for (const bad of ['17', 'yesterday', 'position:x', '2026-02-30', ''])
      badRequest(await at(bad), `Verbatim-As-Of is not a moment: give ${forms}`);
    badRequest(await at('2999-01-01'), 'Verbatim-As-Of is in the future');
    badRequest(await at('position:9007199254740991'), 'Verbatim-As-Of is in the future');
    badRequest(await at('2001-01-01'), 'Verbatim-As-Of is before the organization');
    badRequest(await at('position:0'), 'Verbatim-As-Of is before the organization');
    badRequest(await at('00000000-0000-7000-8000-000000000000'), 'Verbatim-As-Of names no event of this organization');
    for (const bad of ['x', '0', '-1', '1.5', ''])
      badRequest(
        await auditor.get('/users', {}, { ...reason, 'Verbatim-As-User': bad }),
        'Verbatim-As-User is not a user id',
      );
    refused(
      await auditor.get('/users', {}, asOf(began, 4711)),
      { code: 'NOT_FOUND', msg: 'Verbatim-As-User: no such user' },
      404,
    );
    const address = 'young@example.com';
    succeeded(await owner.post('/users', { email: address, password: 'a long password 17', full_name: 'Young' }));
    const { members } = succeeded(await owner.get('/users'));
    const young = list(members).find(({ email }: Loose) => String(email) === address)?.user_id;
    badRequest(
      await auditor.get('/users', {}, asOf(began, Number(young))),
      'Verbatim-As-User names a user who had no account then',
    );
  });

  it('leaves nothing on the disk once it is removed', async () => {
    await contentsAt(began);
    const folder = join(server.data, 'pasts');
    expect(readdirSync(folder)).to.not.be.empty;
    await server.application.scrub();
    expect(readdirSync(folder)).to.deep.equal([]);
    expect(await contentsAt(began)).to.not.include('stays');
    await server.stop();
    expect(existsSync(folder) ? readdirSync(folder) : []).to.deep.equal([]);
    await server.start();
  });
});
