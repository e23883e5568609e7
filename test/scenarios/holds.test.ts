/** Legal holds over HTTP: what is deleted under one is gone for everybody, and its bytes stay until the last hold on it ends. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { download, postFiles } from '../support/files-over-http.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';

const forbidden = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' };
const reason = 'Case 4711';

describe('legal holds', () => {
  const server = runningServer(embedded);
  const auditor = server.as('owner');
  const member = server.as('member');
  const admin = server.as('admin');
  before(async () => {
    succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason }));
  });

  const send = (content: string, to = 'general', topic = 'plans'): Promise<number> => said(member, to, topic, content);
  const remove = async (id: number) => succeeded(await admin.delete(`/messages/${id}`));
  const place = async (more: object): Promise<number> =>
    Number(succeeded(await auditor.post('/audit/holds', { name: 'Acme v. Example', reason, ...more })).id);
  const end = async (id: number) => succeeded(await auditor.delete(`/audit/holds/${id}`, { reason: 'settled' }));
  const eventsOf = async (id: number) =>
    (await server.application.log.readStream(logStream.message(1 as never, id as never))).map(({ type }) => type);
  const onDisk = (text: string): boolean =>
    readdirSync(server.data, { recursive: true, encoding: 'utf8' })
      .map((name) => join(server.data, name))
      .some((path) => statSync(path).isFile() && readFileSync(path).includes(text));
  const scrubbed = async () => {
    await server.application.caughtUp();
    await server.application.scrub();
  };

  it('are placed, listed, changed and ended only by auditors (auditListMax)', async () => {
    const asked = { name: 'Acme', reason, user_ids: [member.account.user_id] };
    for (const by of [member, admin]) {
      refused(await by.post('/audit/holds', asked), forbidden, 403);
      refused(await by.get('/audit/holds', { reason }), forbidden, 403);
      refused(await by.patch('/audit/holds/1', { reason, name: 'x' }), forbidden, 403);
      refused(await by.delete('/audit/holds/1', { reason }), forbidden, 403);
    }
    const id = await place({
      user_ids: [member.account.user_id],
      since: '2026-01-01',
      until: '2126-01-01T00:00:00+02:00',
    });
    succeeded(await auditor.patch(`/audit/holds/${id}`, { reason: 'wider', name: 'Acme', since: 'null' }));
    const { holds } = succeeded(await auditor.get('/audit/holds', { reason }));
    expect(list(holds).at(-1)).to.deep.include({
      id,
      name: 'Acme',
      reason,
      user_ids: [member.account.user_id],
      stream_ids: [],
      since: null,
      until: '2125-12-31T22:00:00.000Z',
      placed_by: auditor.account.user_id,
      ended_at: null,
    });
    await end(id);
    refused(await auditor.delete(`/audit/holds/${id}`, { reason }), { code: 'NOT_FOUND', msg: 'No such hold' }, 404);
    refused(
      await auditor.patch(`/audit/holds/${id}`, { reason, name: 'x' }),
      { code: 'NOT_FOUND', msg: 'No such hold' },
      404,
    );
    const after = list(succeeded(await auditor.get('/audit/holds', { reason, cursor: id - 1, limit: 1 })).holds);
    expect((await auditor.get('/audit/holds', { reason, limit: limits.auditListMax })).status).to.equal(200);
    badRequest(await auditor.get('/audit/holds', { reason, limit: limits.auditListMax + 1 }), 'Invalid limit');
    expect(after.map((hold) => [hold.id, hold.ended_by])).to.deep.equal([[id, auditor.account.user_id]]);
  });

  it('happen once under an Idempotency-Key', async () => {
    const asked = { name: 'Once', reason, user_ids: [member.account.user_id] };
    const once = { 'Idempotency-Key': 'hold-1' };
    const first = succeeded(await auditor.post('/audit/holds', asked, once));
    expect(succeeded(await auditor.post('/audit/holds', asked, once)).id).to.equal(first.id);
    expect((await auditor.post('/audit/holds', { ...asked, name: 'Other' }, once)).status).to.equal(422);
    await end(Number(first.id));
    expect(succeeded(await auditor.post('/audit/holds', asked, once)).id).to.equal(first.id);
  });

  it('keep the bytes of deleted messages until the last hold ends, without any client event', async () => {
    const [word, edited] = ['vermilion-hold-1', 'vermilion-hold-2'];
    const ofUser = await place({ user_ids: [member.account.user_id] });
    const id = await send(word);
    succeeded(await member.patch(`/messages/${id}`, { content: edited }));
    const channelId = Number(succeeded(await member.get('/get_stream_id', { stream: 'general' })).stream_id);
    const ofStream = await place({ stream_ids: [channelId] });
    await remove(id);
    for (const who of [member, admin, auditor]) badRequest(await who.get(`/messages/${id}`), 'Invalid message(s)');
    await scrubbed();
    expect(await eventsOf(id)).to.deep.equal(['MessageSent', 'MessageEdited', 'MessageDeleted']);
    expect([onDisk(word), onDisk(edited)]).to.deep.equal([true, true]);
    await end(ofUser);
    await scrubbed();
    expect(await eventsOf(id)).to.have.length(3);
    await server.restart();
    await end(ofStream);
    await eventually(async () => (await eventsOf(id)).length === 1);
    await scrubbed();
    expect([onDisk(word), onDisk(edited)]).to.deep.equal([false, false]);
  });

  it('allow auditors to search in what they keep, in every version', async () => {
    const hold = await place({ user_ids: [member.account.user_id] });
    const id = await send('cinnabar before');
    succeeded(await member.patch(`/messages/${id}`, { content: 'celadon after' }));
    await remove(id);
    const found = async (query: string, more: object = {}) =>
      list(succeeded(await auditor.get('/audit/events', { query, include_content: true, reason, ...more })).records)
        .map(({ action }) => String(action))
        .filter((action) => action !== 'access.recorded');
    const ofMessage = ['message.sent', 'message.edited', 'message.deleted', 'message.held'];
    expect(await found('cinnabar', { order: 'asc' })).to.deep.equal(ofMessage);
    expect(await found('celadon')).to.deep.equal(ofMessage.toReversed());
    expect(await found('celadon', { order: 'asc', limit: 2 })).to.deep.equal(ofMessage.slice(0, 2));
    expect(await found('cinnabar celadon')).to.deep.equal(ofMessage.toReversed());
    expect(await found('cinnabar cobalt')).to.deep.equal([]);
    await end(hold);
    await eventually(async () => (await eventsOf(id)).length === 1);
    expect(await found('cinnabar')).to.deep.equal([]);
  });

  it('hold messages that were ever in a stream, and messages that were sent while a custodian was subscribed', async () => {
    const channelId = Number(succeeded(await member.get('/get_stream_id', { stream: 'general' })).stream_id);
    const other = 'hold-other';
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: other }] }));
    const moved = await send('moved away');
    const stayed = await send('never there', other);
    const otherId = Number(succeeded(await member.get('/get_stream_id', { stream: other })).stream_id);
    succeeded(await admin.patch(`/messages/${moved}`, { stream_id: otherId }));
    const hold = await place({ stream_ids: [channelId] });
    await remove(moved);
    await remove(stayed);
    await scrubbed();
    expect([(await eventsOf(moved)).length, (await eventsOf(stayed)).length]).to.deep.equal([2, 1]);
    await end(hold);
    await eventually(async () => (await eventsOf(moved)).length === 1);

    const custodian = await place({ user_ids: [admin.account.user_id] });
    succeeded(await admin.post('/users/me/subscriptions', { subscriptions: [{ name: other }] }));
    const received = await send('the custodian got this', other);
    await remove(received);
    await scrubbed();
    expect(await eventsOf(received)).to.have.length(2);
    await end(custodian);
  });

  it('keep the files that a deleted message shared, even one that its owner deletes', async () => {
    const hold = await place({ user_ids: [member.account.user_id] });
    const share = async (bytes: string) => {
      const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes, name: 'a.txt' }));
      return { uri: String(uri), id: await send(`[file](${uri})`) };
    };
    const [first, second] = [await share('cerulean-bytes-1'), await share('cerulean-bytes-2')];
    await remove(first.id);
    const own = list(succeeded(await member.get('/attachments')).attachments);
    const kept = own.find(({ path_id }) => second.uri.endsWith(String(path_id)));
    succeeded(await member.delete(`/attachments/${kept?.id}`));
    await scrubbed();
    expect([onDisk('cerulean-bytes-1'), onDisk('cerulean-bytes-2')]).to.deep.equal([true, true]);
    expect((await download(server.base, second.uri, member)).status).to.equal(404);
    await end(hold);
    await eventually(async () => !onDisk('cerulean-bytes-1') && !onDisk('cerulean-bytes-2'));
  });

  it('count what was deleted before the hold, which stays deleted', async () => {
    const id = await send('too late');
    await remove(id);
    const answer = succeeded(
      await auditor.post('/audit/holds', { name: 'Late', reason, user_ids: [member.account.user_id] }),
    );
    expect(Number(answer.already_deleted)).to.be.greaterThan(0);
    await scrubbed();
    expect(await eventsOf(id)).to.deep.equal(['MessageDeleted']);
    await end(Number(answer.id));
  });

  it('are refused with invalid values', async () => {
    const ask = (more: object) => auditor.post('/audit/holds', { name: 'x', reason, ...more });
    badRequest(await ask({}), "A hold needs 'user_ids' or 'stream_ids'");
    badRequest(await ask({ user_ids: [4711] }), 'user_ids: No such user: 4711');
    badRequest(await ask({ stream_ids: [4711] }), 'stream_ids: No such stream: 4711');
    badRequest(await ask({ user_ids: [auditor.account.user_id], name: ' ' }), 'name cannot be blank.');
    badRequest(
      await ask({ user_ids: [auditor.account.user_id], since: '2026-02-01', until: '2026-02-01' }),
      'until must be after since',
    );
    for (const since of ['yesterday', '2026-02-30', '2026-02-01T10:00:00', '17'])
      expect((await ask({ user_ids: [auditor.account.user_id], since })).body.code, since).to.equal(
        'REQUEST_VARIABLE_INVALID',
      );
  });

  async function eventually(holds: () => Promise<boolean>): Promise<void> {
    // An erasure is done when a scrub has ended that began after it.
    for (let looks = 0; looks < 50; looks += 1) {
      if (await holds()) return;
      await scrubbed();
    }
    throw new Error('it did not happen');
  }
});
