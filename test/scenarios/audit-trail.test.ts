/** The trail over HTTP: what was done, found by every filter, with what it was before; and who may ask. */
import { expect } from 'chai';
import type { Client, Loose } from '../support/client.ts';
import { authorizationOf, list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const ndjson = { Accept: 'application/x-ndjson' };

describe('the trail', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const admin = server.as('admin');
  const member = server.as('member');
  let auditor: Client;
  let streamId: number;
  let messageId: number;
  let deletedId: number;
  const idOf = (client: Client): number => client.account.user_id;
  const send = (topic: string, content: string): Promise<number> => said(member, 'plans', topic, content);

  before(async () => {
    auditor = server.as('spare');
    succeeded(await owner.post('/audit/auditors', { user_id: idOf(auditor), reason: 'review' }));
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans', description: 'one' }] }));
    streamId = Number(succeeded(await member.get('/get_stream_id', { stream: 'plans' })).stream_id);
    messageId = await send('Merger', 'the first text');
    succeeded(await member.patch(`/messages/${messageId}`, { content: 'the second text' }));
    succeeded(await owner.patch(`/streams/${streamId}`, { description: 'two' }));
    succeeded(await owner.patch(`/users/${idOf(member)}`, { full_name: 'Maxine Member' }));
    deletedId = await send('Merger', 'soon gone');
    succeeded(await owner.delete(`/messages/${deletedId}`));
  });

  const asked = async (parameters: object, by = auditor): Promise<Loose[]> =>
    list(succeeded(await by.get('/audit/events', { limit: 1000, ...parameters })).records);
  const actionsOf = (records: readonly Loose[]): string[] => records.map(({ action }) => String(action));
  const events = (query: string, by = auditor) =>
    fetch(`${server.base}/api/v1/audit/events?${query}`, {
      headers: { ...ndjson, Authorization: authorizationOf(by) },
    });
  const lines = async (query: string, by = auditor): Promise<Loose[]> => {
    const response = await events(query, by);
    expect(response.headers.get('content-type')).to.equal('application/x-ndjson');
    const text = (await response.text()).trim();
    return text.split('\n').map((line) => JSON.parse(line) as Loose);
  };

  it('contains who did what to what, through what, and the previous values', async () => {
    const [edited] = await asked({ action: 'message.edited', include_content: true, reason: 'Case 1' });
    expect(edited).to.deep.include({
      action: 'message.edited',
      actor: { type: 'user', id: idOf(member), name: 'Max Member' },
      object: {
        type: 'message',
        id: messageId,
        name: null,
        in: { stream_id: streamId, stream: 'plans', topic: 'Merger' },
      },
      before: { content: 'the first text', rendered_content: '<p>the first text</p>' },
      after: { content: 'the second text', rendered_content: '<p>the second text</p>' },
      state: 'intact',
      erased_by: null,
    });
    expect(Number(edited?.position)).to.be.above(0);
    expect(edited?.context).to.have.keys('client', 'request_id', 'caused_by', 'decided_on');
  });

  it('reads from earlier events the values that an event does not contain', async () => {
    const [described] = await asked({ action: 'stream.described' });
    expect(described).to.deep.include({ before: { description: 'one' }, after: { description: 'two' } });
  });

  it('shows content only to auditors with a reason', async () => {
    const [edited] = await asked({ action: 'message.edited' }, owner);
    expect(edited).to.deep.include({ before: {}, after: {} });
    refused(
      await owner.get('/audit/events', { include_content: true, reason: 'curious' }),
      { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' },
      403,
    );
    refused(await auditor.get('/audit/events', { include_content: true }), {
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'reason' argument",
      var_name: 'reason',
    });
    expect(JSON.stringify(await asked({}, owner))).to.not.include('first text');
  });

  it('is only for auditors and owners', async () => {
    for (const name of ['admin', 'member', 'guest', 'bot', 'outgoing_bot'] as const)
      for (const path of [
        '/audit/events',
        '/audit/actions',
        '/audit/events/counts',
        '/audit/events/019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8e',
        `/audit/objects/message/${messageId}`,
      ])
        expect((await server.as(name).get(path)).status, `${name} ${path}`).to.equal(403);
  });

  it('is found by actor, action, object, place, client, request and time', async () => {
    const [sent] = await asked({ action: 'message.sent', object_id: String(messageId) });
    const [context, at] = [sent?.context as Loose, String(sent?.at)];
    const fits = async (parameters: object, expected: (record: Loose) => boolean): Promise<void> => {
      const all = await asked({});
      const found = await asked(parameters);
      const about = JSON.stringify(parameters);
      expect(found.length, about).to.be.above(0);
      // What was recorded since is not in both: the access of this request, for example, and notices of the service.
      const known = new Set(all.map(({ id }) => id));
      const ids = (records: readonly Loose[]) => records.map(({ id }) => id).filter((id) => known.has(id));
      expect(ids(found), about).to.deep.equal(ids(all.filter(expected)));
    };
    await fits({ actor: idOf(member) }, ({ actor }) => Number(actor?.id) === idOf(member));
    await fits({ actor: 'service' }, ({ actor }) => String(actor?.type) === 'service');
    await fits({ action: 'message.' }, ({ action }) => String(action).startsWith('message.'));
    await fits({ action: ['stream.created', 'user.renamed'] }, ({ action }) =>
      ['stream.created', 'user.renamed'].includes(String(action)),
    );
    await fits({ object_type: 'stream' }, ({ object }) => String(object?.type) === 'stream');
    await fits(
      { request_id: String(context.request_id) },
      (record) => String(record.context?.request_id) === String(context.request_id),
    );
    await fits(
      { client: String(context.client), action: 'message.' },
      ({ action, context: of }) =>
        String(of?.client) === String(context.client) && String(action).startsWith('message.'),
    );
    await fits(
      { topic: 'merger' },
      ({ object }) =>
        String(object?.in?.topic) === 'Merger' ||
        (String(object?.type) === 'message' && [messageId, deletedId].includes(Number(object?.id))),
    );
    await fits(
      { until: String(sent?.id) },
      ({ position, state }) => String(state) === 'intact' && Number(position) <= Number(sent?.position),
    );
    await fits(
      { since: `position:${sent?.position}` },
      ({ position, state }) => Number(position) > Number(sent?.position) || String(state) === 'erased',
    );
    expect(actionsOf(await asked({ since: at, until: at }))).to.deep.equal([]);
    // What is looked for is not who asks.
    for (let asks = 0; asks < 2; asks += 1) expect(await asked({ client: 'somebody' })).to.deep.equal([]);
    expect((await asked({ stream_id: streamId })).length).to.be.above(3);
  });

  it('finds words in names, topics and, for auditors with a reason, messages', async () => {
    expect(actionsOf(await asked({ query: 'Maxine' }))).to.deep.equal(['user.renamed']);
    expect(actionsOf(await asked({ query: 'merger' }))).to.include('message.sent');
    expect(await asked({ query: 'second' })).to.deep.equal([]);
    const found = await asked({ query: 'second', include_content: true, reason: 'Case 2' });
    expect(actionsOf(found)).to.deep.equal(['message.edited', 'message.sent']);
    expect((await auditor.get('/audit/events', { query: '!' })).body.msg).to.equal('query has no words');
  });

  it('keeps the record of what was erased in its place', async () => {
    const of = await asked({ action: 'message.', object_type: 'message', object_id: String(deletedId), order: 'asc' });
    expect(of.map(({ action, state }) => [action, state])).to.deep.equal([
      ['message.sent', 'erased'],
      ['message.deleted', 'intact'],
    ]);
    const [sent, deleted] = of;
    expect(sent).to.deep.include({ position: null, before: null, after: null, erased_by: deleted?.id });
    expect(sent?.actor).to.deep.include({ id: idOf(member) });
    expect(deleted?.after).to.deep.equal({ deleted: true, erased_events: [sent?.id] });
    const byMember = await asked({ actor: idOf(member), action: 'message.sent' });
    expect(byMember.map(({ id }) => id)).to.include(sent?.id);
    expect(JSON.stringify(await asked({ include_content: true, reason: 'x' }))).to.not.include('soon gone');
  });

  it('is read page by page without a gap or a repetition, in both directions', async () => {
    for (const order of ['asc', 'desc']) {
      const until = String((await asked({}))[0]?.id);
      const whole = (await asked({ order, until })).map(({ id }) => id);
      const paged: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = succeeded(await auditor.get('/audit/events', { order, until, limit: 7, cursor }));
        paged.push(...list(page.records).map(({ id }) => id));
        cursor = page.next_cursor === null ? undefined : String(page.next_cursor);
      } while (cursor !== undefined && paged.length < 1_000);
      expect(paged).to.deep.equal(whole);
    }
  });

  it('is answered as lines, the last of which marks the end', async () => {
    const [first] = await asked({});
    const until = String(first?.id);
    const records = await asked({ until });
    const all = await lines(`until=${until}`);
    expect(all.at(-1)).to.deep.equal({ end: true, count: records.length, next_cursor: null, complete: true });
    expect(all.slice(0, -1).map(({ id }) => id)).to.deep.equal(records.map(({ id }) => id));
    expect((await events('action=nothing')).status).to.equal(400);
  });

  it('sends new records as they are appended, and ends when the appointment ends or the key is replaced', async () => {
    const follow = async () => {
      const response = await events(`follow=true&since=${new Date().toISOString()}&action=message.`);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      return async (): Promise<Loose> => JSON.parse((await reader?.read())?.value ?? 'null') as Loose;
    };
    const next = await follow();
    const id = await send('Merger', 'heard at once');
    expect(await next()).to.deep.include({ action: 'message.sent' });
    succeeded(await member.patch(`/messages/${id}`, { content: 'and again' }));
    const heard = await next();
    expect(heard).to.deep.include({ action: 'message.edited' });
    expect(heard.after).to.deep.equal({});
    succeeded(await owner.delete(`/audit/auditors/${idOf(auditor)}`, { reason: 'over' }));
    expect(await next()).to.include({ end: true, count: 2 });
    succeeded(await owner.post('/audit/auditors', { user_id: idOf(auditor), reason: 'review' }));
    const nextOfOld = await follow();
    const { api_key } = succeeded(await auditor.post('/users/me/api_key/regenerate'));
    auditor = server.with({ ...auditor.account, api_key: String(api_key) });
    expect(await nextOfOld()).to.include({ end: true, count: 0 });
  });

  it('answers one event, with content if an auditor gives a reason', async () => {
    const [edited] = await asked({ action: 'message.edited', object_id: String(messageId) });
    const one = (by: Client, parameters: object = {}) => by.get(`/audit/events/${edited?.id}`, { ...parameters });
    const { record } = succeeded(await one(owner, { reason: 'x' }));
    // The event may be sealed between the two answers.
    expect({ ...record, index: edited?.index }).to.deep.equal(edited);
    const whole = succeeded(await one(auditor, { reason: 'x' })).record;
    expect(whole?.after?.content).to.equal('the second text');
    expect((await auditor.get('/audit/events/019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8e')).status).to.equal(404);
    expect((await auditor.get('/audit/events/nothing')).status).to.equal(400);
  });

  it('answers the whole history of an object, oldest first', async () => {
    const life = succeeded(await auditor.get(`/audit/objects/message/${messageId}`));
    expect(actionsOf(list(life.records))).to.deep.equal(['message.sent', 'message.edited']);
    const person = succeeded(await owner.get(`/audit/objects/user/${idOf(member)}`, { limit: 1000 }));
    expect(actionsOf(list(person.records))).to.include.members([
      'user.described',
      'user.created',
      'stream.created',
      'user.renamed',
    ]);
    expect([life.complete, person.complete]).to.deep.equal([true, true]);
    expect((await owner.get('/audit/objects/message/4711')).status).to.equal(404);
    expect((await owner.get('/audit/objects/nothing/1')).status).to.equal(400);
  });

  it('counts events by periods of time', async () => {
    const [counts] = list(succeeded(await auditor.get('/audit/events/counts', { action: 'message.' })).buckets);
    const sent = (await asked({ action: 'message.sent' })).filter(({ state }) => String(state) === 'intact');
    expect(Number(counts?.counts?.['message.sent'])).to.equal(sent.length);
    const { buckets, complete } = succeeded(
      await auditor.get('/audit/events/counts', { buckets: 5, actor: idOf(member), action: 'message.sent' }),
    );
    const all = list(buckets).map(({ counts: of }) => Number(of?.['message.sent'] ?? 0));
    expect([complete, all.length]).to.deep.equal([true, 5]);
    expect(all.reduce((a, b) => a + b)).to.equal(sent.filter(({ actor }) => Number(actor?.id) === idOf(member)).length);
  });

  it('refuses unknown moments, actions and cursors', async () => {
    const wrong = async (parameters: object, msg: RegExp): Promise<void> => {
      const answer = await auditor.get('/audit/events', { ...parameters });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(400);
      expect(String(answer.body.msg)).to.match(msg);
    };
    await wrong({ since: '4711' }, /since/);
    await wrong({ since: 'position:999999999999' }, /since/);
    await wrong({ until: '019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8e' }, /until/);
    await wrong({ action: 'message.eaten' }, /action/);
    await wrong({ cursor: 'x' }, /cursor/);
    await wrong({ cursor: `${Number.MAX_SAFE_INTEGER - 1}.1.` }, /cursor is outside the log/);
    for (const limit of [0, 1001]) await wrong({ limit }, /limit/);
    await wrong({ follow: true }, /follow/);
    await wrong({ follow: true, until: '2026-11-22' }, /^follow and until cannot be used together$/);
    await wrong({ caused_by: 'x' }, /caused_by/);
    await wrong({ since: '2026-11-02', until: '2026-11-01' }, /until is before since/);
    await wrong({ since: 'position:20', until: 'position:19' }, /until is before since/);
  });

  it('holds no secrets', async () => {
    const keys = [owner, admin, auditor, member].map(({ account }) => account.api_key);
    const all = JSON.stringify(await asked({ include_content: true, reason: 'secrets' }));
    for (const key of keys) expect(all).to.not.include(key);
    expect(all).to.not.match(/fingerprint|"token"|"salt"/i);
  });

  it('has an action for every event, all of them described', async () => {
    const { actions } = succeeded(await owner.get('/audit/actions'));
    const names = list(actions).map(({ action }) => String(action));
    expect(new Set(names).size).to.equal(names.length);
    for (const { action, object_type, description } of list(actions)) {
      expect(String(action)).to.match(new RegExp(`^${object_type}\\.[a-z_]+$`));
      expect(String(description)).to.match(/^[A-Z].*[^.]$/);
    }
  });
});
