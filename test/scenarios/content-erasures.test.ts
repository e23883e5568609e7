/** Erasure over HTTP: the content disappears from every file of the data folder after a scrub, and a certificate confirms it. */
import { expect } from 'chai';
import { dayMs } from '../../src/vocabulary/day.ts';
import { proofIn } from '../../web/src/prove/tlog.ts';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { filesHolding } from '../support/files-holding.ts';
import { postFiles } from '../support/files-over-http.ts';
import { follow, newsOf } from '../support/following.ts';
import { said } from '../support/messages.ts';
import { runningServer, startServer, type TestServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';

const reason = 'Request of a data subject';
const basis = 'GDPR 17(1)(b)';

describe('erasures of content', () => {
  let server: TestServer;
  let auditor: Client;
  let second: Client;
  let member: Client;
  before(async () => {
    server = await startServer({ ...embedded, VERBATIM_ERASURE_APPROVALS: '1' });
    [auditor, second, member] = [server.as('owner'), server.as('admin'), server.as('member')];
    for (const by of [auditor, second])
      succeeded(await auditor.post('/audit/auditors', { user_id: by.account.user_id, reason }));
  });
  after(() => server.stop());

  const send = (content: string, topic = 'plans', by = member, to = 'general'): Promise<number> =>
    said(by, to, topic, content);
  const ask = (what: object, by = auditor) => by.post('/audit/erasures', { reason, basis, ...what });
  const show = async (id: unknown): Promise<Loose> =>
    succeeded(await auditor.get(`/audit/erasures/${id}`, { reason })).erasure as Loose;
  /** Asked for, done, and scrubbed. */
  const erased = async (what: object): Promise<Loose> => {
    const answer = await ask(what);
    expect([answer.status, answer.body.state], JSON.stringify(answer.body)).to.deep.equal([202, 'running']);
    for (let looks = 0; looks < 50; looks += 1) {
      await server.application.caughtUp();
      await server.application.scrub();
      const erasure = await show(answer.body.id);
      if (String(erasure.state) === 'completed') {
        await server.application.caughtUp();
        await server.application.scrub();
        return erasure;
      }
    }
    throw new Error('it was not completed');
  };
  const streamId = async () => Number(succeeded(await member.get('/get_stream_id', { stream: 'general' })).stream_id);

  it('are previewed, done and certified, and clients are informed only of the deletion', async () => {
    const word = 'Amaranth-Erasure-1';
    const gone = await send('gone already');
    succeeded(await server.as('owner').delete(`/messages/${gone}`));
    const registered = succeeded(await second.post('/register', { event_types: ['message', 'delete_message'] }));
    const id = await send(`first ${word}`);
    succeeded(await member.patch(`/messages/${id}`, { content: `second ${word}` }));
    const preview = await ask({ message_ids: [id, gone], preview: true });
    expect(preview.status).to.equal(200);
    expect(preview.body).to.deep.include({ messages: 1, events: 2, held: 0 });
    expect(Number(preview.body.bytes)).to.be.greaterThan(40);
    expect((await second.get(`/messages/${id}`)).status).to.equal(200);
    expect(filesHolding(server.data, word)).to.not.deep.equal([]);
    const erasure = await erased({ message_ids: [id, gone] });
    expect(erasure).to.deep.include({ messages: 1, events: 2, bytes: preview.body.bytes, held: 0, reason, basis });
    expect(erasure.target).to.deep.equal({ message_ids: [id, gone] });
    badRequest(await second.get(`/messages/${id}`), 'Invalid message(s)');
    expect((await newsOf(second, registered)).map(({ type, message_id }) => [type, message_id])).to.deep.equal([
      ['delete_message', id],
    ]);
    expect(filesHolding(server.data, word)).to.deep.equal([]);
    const { certificate } = succeeded(await auditor.get(`/audit/erasures/${erasure.id}/certificate`, { reason }));
    expect(certificate).to.deep.include({ erasure_id: erasure.id, messages: 1, events: 2, files: 0, held: 0, basis });
    const { extra } = proofIn(String((certificate as Loose).proof));
    expect(JSON.parse(String(extra))).to.include({ id: (certificate as Loose).event_id, type: 'ErasureCompleted' });
  });

  it('are of a topic, up to a time', async () => {
    const ids = [await send('topic-erasure-1', 'Doomed'), await send('topic-erasure-2', 'doomed')];
    const other = await send('topic-erasure-3', 'spared');
    const stream_id = await streamId();
    const none = await ask({ stream_id, topic: 'doomed', until: '2020-01-01', preview: true });
    expect(none.body).to.deep.include({ messages: 0 });
    const erasure = await erased({ stream_id, topic: 'DOOMED', until: '2126-01-01' });
    expect(erasure).to.deep.include({ messages: 2, held: 0 });
    expect(erasure.target).to.deep.equal({ stream_id, topic: 'DOOMED', until: '2126-01-01T00:00:00.000Z' });
    for (const id of ids) expect((await member.get(`/messages/${id}`)).status).to.equal(400);
    expect((await member.get(`/messages/${other}`)).status).to.equal(200);
    expect(filesHolding(server.data, 'topic-erasure-1')).to.deep.equal([]);
  });

  it('are of a person who left: status, uploads, name and address; texts of others stay', async () => {
    const email = 'Perpetua.Quill@zulip.example';
    const asked = { email, password: 'a long enough pass phrase 4711', full_name: 'Perpetua Quill' };
    succeeded(await auditor.post('/users', asked));
    const key = succeeded(await auditor.post('/dev_fetch_api_key', { username: email }));
    const person = server.with({ email, api_key: String(key.api_key) });
    const userId = Number(succeeded(await person.get('/users/me')).user_id);
    succeeded(await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }));
    const { uri } = succeeded(
      await postFiles(server.base, person, '/user_uploads', { bytes: 'quill-bytes', name: 'q.txt' }),
    );
    const lonely = await postFiles(server.base, person, '/user_uploads', { bytes: 'quill-alone', name: 'r.txt' });
    succeeded(lonely);
    const id = await send(`quill-words [it](${uri})`, 'plans', person);
    const reply = await send('a reply of somebody else');
    // An event queue gets the person's data: by a private message, a reaction, and their presence.
    const { queue_id, last_event_id } = succeeded(await member.post('/register'));
    const note = { type: 'private', to: [userId], content: 'a note' };
    const { id: noteId } = succeeded(await member.post('/messages', note));
    succeeded(await person.post(`/messages/${reply}/reactions`, { emoji_name: 'tada' }));
    succeeded(await person.post('/users/me/presence', { status: 'active' }));
    succeeded(await person.patch('/settings/display', { dense_mode: false }));
    succeeded(await person.post('/users/me/status', { away: true, status_text: 'quill-status' }));
    succeeded(await person.post('/users/me/alert_words', { alert_words: ['quill-alert'] }));
    const later = (delivery_type: string, content: string, ms: number) => ({
      type: 'stream',
      to: 'general',
      topic: 'plans',
      delivery_type,
      content,
      deliver_at: new Date(Date.now() + ms).toISOString(),
    });
    succeeded(await person.post('/messages', later('send_later', 'quill-later', dayMs)));
    const news = await follow(member, { event_types: ['message'] });
    succeeded(await person.post('/messages', later('remind', 'quill-remind', 100)));
    expect((await news.awaited())[0]?.message).to.include({ sender_full_name: 'Notification Bot' });
    badRequest(await ask({ user_id: userId }), 'user_id: deactivate the user first');
    const [moment] = list(succeeded(await auditor.get('/audit/events', { limit: 1 })).records);
    succeeded(await auditor.delete(`/users/${userId}`));
    const erasure = await erased({ user_id: userId });
    expect(erasure).to.deep.include({ messages: 2, held: 0 });
    const { certificate } = succeeded(await auditor.get(`/audit/erasures/${erasure.id}/certificate`, { reason }));
    expect(certificate).to.deep.include({ messages: 2, files: 2, held: 0 });
    expect((await member.get(`/messages/${id}`)).status).to.equal(400);
    expect((await member.get(`/messages/${reply}`)).status).to.equal(200);
    const { user } = succeeded(await auditor.get(`/users/${userId}`)) as { user: Loose };
    expect(user).to.deep.include({ full_name: `Deleted user ${userId}`, is_active: false });
    const asOf = { 'Audit-Reason': reason, 'Verbatim-As-Of': String(moment?.id) };
    const past = async (path: string, query: Record<string, unknown>, eyes: Record<string, string> = {}) =>
      succeeded(await auditor.get(path, query, { ...asOf, ...eyes }));
    expect((await past(`/users/${userId}`, {})).user).to.deep.equal({ ...user, is_active: true });
    const eyes = { 'Verbatim-As-User': String(member.account.user_id) };
    const listing = { anchor: noteId, num_before: 0, num_after: 0 };
    const [noted] = list((await past('/messages', listing, eyes)).messages);
    expect(list(noted?.display_recipient).map(({ full_name }) => full_name)).to.include(`Deleted user ${userId}`);
    for (const text of [
      'quill-words',
      'quill-bytes',
      'quill-alone',
      'quill-status',
      'quill-alert',
      'quill-later',
      'quill-remind',
    ])
      expect(filesHolding(server.data, text), text).to.deep.equal([]);
    for (const text of ['Perpetua Quill', email]) expect(filesHolding(server.data, text), text).to.deep.equal([]);
    const { events } = succeeded(await member.get('/events', { queue_id, last_event_id, dont_block: true }));
    expect(list(events).map(({ type }) => type)).to.include.members([
      'message',
      'reaction',
      'presence',
      'realm_user',
      'user_status',
    ]);
    expect(JSON.stringify(events)).not.to.match(/perpetua|quill-status/i);
    const sent = list(events).find(({ message }) => (message as Loose | undefined)?.id === noteId)?.message as Loose;
    expect(list(sent.display_recipient).map(({ full_name }) => full_name)).to.include(`Deleted user ${userId}`);
  });

  it('are refused if the target is under a legal hold, and skip what was held later', async () => {
    const id = await send('held against erasure');
    const hold = succeeded(
      await auditor.post('/audit/holds', { name: 'Acme', reason, user_ids: [member.account.user_id] }),
    );
    expect((await ask({ message_ids: [id], preview: true })).body).to.deep.include({ messages: 1, held: 1 });
    const answer = await ask({ message_ids: [id] });
    expect([answer.status, answer.body.code, answer.body.holds]).to.deep.equal([409, 'UNDER_LEGAL_HOLD', ['Acme']]);
    expect((await member.get(`/messages/${id}`)).status).to.equal(200);
    succeeded(await auditor.delete(`/audit/holds/${hold.id}`, { reason }));
    expect(await erased({ message_ids: [id] })).to.deep.include({ messages: 1, held: 0 });
  });

  it('are refused if a hold keeps a deleted message of the target', async () => {
    const id = await send('deleted, and kept', 'kept');
    const placed = { name: 'Kept', reason, stream_ids: [await streamId()] };
    const hold = succeeded(await auditor.post('/audit/holds', placed));
    succeeded(await server.as('owner').delete(`/messages/${id}`));
    await server.application.caughtUp();
    const stream_id = await streamId();
    for (const what of [{ message_ids: [id] }, { stream_id, topic: 'Kept' }]) {
      expect((await ask({ ...what, preview: true })).body).to.deep.include({ messages: 0, held: 1 });
      const answer = await ask(what);
      expect([answer.status, answer.body.code, answer.body.holds]).to.deep.equal([409, 'UNDER_LEGAL_HOLD', ['Kept']]);
    }
    expect((await ask({ stream_id, topic: 'other', preview: true })).body).to.deep.include({ messages: 0, held: 0 });
    expect((await ask({ user_id: member.account.user_id, preview: true })).body.held).to.be.at.least(1);
    succeeded(await auditor.delete(`/audit/holds/${hold.id}`, { reason }));
    expect(await erased({ message_ids: [id] })).to.deep.include({ messages: 0, held: 0 });
  });

  it('are for auditors, with a reason, a basis, and one target that exists', async () => {
    for (const what of [{ message_ids: [1] }, { message_ids: [1], preview: true }])
      refused(await ask(what, member), { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' }, 403);
    badRequest(await ask({ message_ids: [1], basis: ' ' }), 'basis cannot be blank.');
    badRequest(await ask({}), "An erasure needs one of 'message_ids', 'user_id' and 'stream_id'");
    badRequest(await ask({ message_ids: [1], topic: 'x' }), "'topic' and 'until' need 'stream_id'");
    expect((await ask({ message_ids: [1], user_id: 1 })).body.code).to.equal('REQUEST_CONFUSING_VAR');
    for (const preview of [true, false])
      badRequest(await ask({ message_ids: [1, 4711], preview }), 'message_ids: No such message: 4711');
    expect((await ask({ user_id: 4711 })).status).to.equal(404);
    expect((await ask({ stream_id: 4711, preview: true })).status).to.equal(404);
    expect((await auditor.get('/audit/erasures/4711', { reason })).status).to.equal(404);
    expect((await auditor.get('/audit/erasures/4711/certificate', { reason })).status).to.equal(404);
    expect((await auditor.post('/audit/erasures/4711/approve', { reason })).status).to.equal(404);
    expect((await member.get('/audit/erasures', { reason })).status).to.equal(403);
    expect(list(succeeded(await auditor.get('/audit/erasures', { reason, limit: 2 })).erasures)).to.have.length(2);
  });
});

describe('erasures of content that need two auditors', () => {
  const server = runningServer({ ...embedded, VERBATIM_ERASURE_APPROVALS: '2' });

  it('wait for a second auditor if the service requires two', async () => {
    const [auditor, second, member] = [server.as('owner'), server.as('admin'), server.as('member')];
    for (const by of [auditor, second])
      succeeded(await auditor.post('/audit/auditors', { user_id: by.account.user_id, reason }));
    const show = async (id: unknown) =>
      succeeded(await auditor.get(`/audit/erasures/${id}`, { reason })).erasure as Loose;
    const sent = await member.post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'four eyes' });
    const { id } = succeeded(sent);
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'case' }] }));
    const { id: kept } = succeeded(
      await member.post('/messages', { type: 'stream', to: 'case', topic: 't', content: 'deleted meanwhile' }),
    );
    const once = { 'Idempotency-Key': 'erasure-1' };
    const asking = () => auditor.post('/audit/erasures', { reason, basis, message_ids: [id, kept] }, once);
    const first = await asking();
    expect(first.body).to.deep.include({ state: 'awaiting_approval' });
    expect((await asking()).body.id).to.equal(first.body.id);
    const approve = (by: Client) => by.post(`/audit/erasures/${first.body.id}/approve`, { reason });
    expect((await approve(auditor)).status).to.equal(403);
    expect((await member.get(`/messages/${id}`)).status).to.equal(200);
    // Content that came under a hold in the meantime stays, even if it is deleted, and the certificate counts it.
    const { stream_id } = succeeded(await member.get('/get_stream_id', { stream: 'case' }));
    succeeded(await auditor.post('/audit/holds', { name: 'Case', reason, stream_ids: [stream_id] }));
    succeeded(await auditor.delete(`/messages/${kept}`));
    await server.application.caughtUp();
    succeeded(await approve(second));
    badRequest(await approve(second), 'The erasure needs no further approval');
    for (let looks = 0; looks < 50 && String((await show(first.body.id)).state) !== 'completed'; looks += 1)
      await server.application.scrub();
    expect(await show(first.body.id)).to.deep.include({
      state: 'completed',
      messages: 1,
      held: 1,
      requested_by: auditor.account.user_id,
      approved_by: second.account.user_id,
    });
  });
});
