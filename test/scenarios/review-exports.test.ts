/** Exports for review over HTTP: asked for, made in the background, downloaded by auditors alone, withdrawn when something in them is erased. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { authorizationOf, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { said } from '../support/messages.ts';
import { quickSeals, runningServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';
import { zipEntries } from '../support/zip-entries.ts';

const reason = 'Case 4711';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('exports for review', () => {
  const server = runningServer(embedded, { sizes: quickSeals });
  const auditor = server.as('owner');
  const member = server.as('member');
  const outsider = server.as('admin');
  before(async () => {
    succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason }));
  });

  const send = (content: string, topic = 'plans', by = member): Promise<number> => said(by, 'general', topic, content);
  const ask = (what: object, by = auditor) => by.post('/audit/exports', { reason, format: 'ndjson', ...what });
  const show = async (id: unknown): Promise<Loose> =>
    succeeded(await auditor.get(`/audit/exports/${id}`, { reason })).export as Loose;
  /** Once it is not made any more. */
  const ended = async (id: unknown): Promise<Loose> => {
    const { news } = server.application.services;
    for (;;) {
      const next = news.next(1 as RealmId, AbortSignal.timeout(20_000));
      const { exports } = server.application.services.realm(1 as RealmId);
      const known = exports.byId.get(Number(id) as never);
      if (!known || known.expiresAt !== undefined) return show(id);
      await next;
    }
  };
  const made = async (what: object): Promise<Loose> => {
    const answer = await ask(what);
    expect([answer.status, answer.body.state], JSON.stringify(answer.body)).to.deep.equal([202, 'running']);
    return ended(answer.body.id);
  };
  const file = (id: unknown, by = auditor, headers: Record<string, string> = {}) =>
    fetch(`${server.base}/api/v1/audit/exports/${id}/file`, {
      headers: { authorization: authorizationOf(by), 'audit-reason': reason, ...headers },
    });
  const entriesOf = async (id: unknown) => zipEntries(new Uint8Array(await (await file(id)).arrayBuffer()));
  const lines = (entries: Map<string, Buffer>, name: string): Loose[] =>
    (entries.get(name)?.toString() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Loose);

  it('contain messages with their versions, reactions, attachments and deletions, and who was subscribed', async () => {
    const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes: 'the notes' }));
    const id = await send(`first [notes](${uri})`, 'review');
    succeeded(await member.patch(`/messages/${id}`, { content: 'second' }));
    succeeded(await outsider.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    const gone = await send('taken back', 'review');
    succeeded(await auditor.delete(`/messages/${gone}`));
    await send('elsewhere', 'other');
    const row = await made({ topics: ['Review'] });
    expect(row, JSON.stringify(row)).to.deep.include({
      state: 'ready',
      error: null,
      messages: 2,
      edits: 1,
      deleted: 1,
      reactions: 1,
      attachments: 1,
      conversations: 1,
      topics: ['Review'],
      reason,
    });
    const answer = await file(row.id);
    expect(answer.headers.get('content-type')).to.equal('application/zip');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([bytes.length, sha256(bytes)]).to.deep.equal([row.bytes, row.sha256]);
    const entries = await zipEntries(bytes);
    const [first, second] = lines(entries, 'messages-0001.ndjson');
    expect(first).to.deep.include({ record: 'message', id, stream: 'general', topic: 'review' });
    expect(first?.content).to.contain('first');
    expect(first?.edits).to.have.nested.property('[0].content', 'second');
    expect(first?.reactions).to.have.nested.property('[0].emoji', 'tada');
    expect(first?.attachments).to.have.nested.property('[0].sha256', sha256(Buffer.from('the notes')));
    expect(second).to.deep.include({ id: gone, content: null });
    expect(second?.deleted).to.deep.include({ held: false, erased: false });
    const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Loose;
    expect(manifest.counts).to.deep.include({ messages: 2, edits: 1 });
    for (const { name, sha256: sum } of list(manifest.files)) {
      const content = entries.get(String(name));
      expect(sum, String(name)).to.equal(sha256(content ?? Buffer.alloc(0)));
    }
    expect(
      lines(entries, 'memberships-0001.ndjson')
        .flatMap(({ users }) => list(users))
        .map(({ id }) => id),
    ).to.include(member.account.user_id);
    expect(String(manifest.checkpoint))
      .to.match(/^localhost\/audit\//)
      .and.to.contain(`\n${row.checkpoint_size}\n`);
  });

  it('are the same bytes when they are made again up to the same event', async () => {
    const first = await made({ format: 'csv' });
    await send('later than that');
    const again = await made({ format: 'csv', at: first.up_to });
    const byPosition = await made({ format: 'csv', at: `position:${first.position}` });
    expect([again.sha256, byPosition.sha256]).to.deep.equal([first.sha256, first.sha256]);
    expect((await made({ format: 'csv' })).sha256).not.to.equal(first.sha256);
    for (const format of ['eml', 'rsmf']) {
      const row = await made({ format, at: first.up_to });
      expect((await made({ format, at: first.up_to })).sha256, format).to.equal(row.sha256);
    }
  });

  it('end with the event of a message that was deleted, if a legal hold keeps it', async () => {
    const hold = succeeded(
      await auditor.post('/audit/holds', { name: 'kept', reason, user_ids: [member.account.user_id] }),
    );
    const id = await send('kept', 'review');
    const { records } = succeeded(await auditor.get('/audit/events', { action: 'message.sent', limit: 1 }));
    const [{ id: event, position } = {}] = list(records);
    succeeded(await auditor.delete(`/messages/${id}`));
    for (const at of [event, `position:${position}`]) expect((await made({ at })).up_to, String(at)).to.equal(event);
    succeeded(await auditor.delete(`/audit/holds/${hold.id}`, { reason }));
  });

  it('are only for auditors, whose downloads are recorded', async () => {
    const row = await made({});
    for (const answer of [await ask({}, outsider), await outsider.get('/audit/exports', { reason })])
      refused(answer, { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' }, 403);
    expect((await file(row.id, outsider)).status).to.equal(403);
    expect((await file(4711)).status).to.equal(404);
    const part = await file(row.id, auditor, { range: 'bytes=0-1' });
    expect([part.status, await part.text()]).to.deep.equal([206, 'PK']);
    const accesses = list(
      succeeded(await auditor.get('/audit/events', { action: 'access.recorded', include_content: true, reason }))
        .records,
    ).map(({ after }) => (after as Loose).operation);
    expect(accesses).to.include('GET /audit/exports/:export_id/file');
  });

  it('that would be empty fail with that reason', async () => {
    expect(await made({ since: '2001-01-01', until: '2001-02-01' })).to.deep.include({
      state: 'failed',
      error: 'nothing',
      bytes: null,
    });
    const { exports } = succeeded(await auditor.get('/audit/exports', { reason }));
    const failed = list(exports).find((row) => String(row.state) === 'failed');
    const none = await auditor.get(`/audit/exports/${failed?.id}/file`, { reason });
    refused(none, { code: 'EXPORT_NOT_READY', msg: 'The export has no file: failed' }, 409);
  });

  it('refuse unknown users, streams and moments', async () => {
    badRequest(await ask({ user_ids: [4711] }), 'user_ids: No such user: 4711');
    badRequest(await ask({ stream_ids: [4711] }), 'stream_ids: No such stream: 4711');
    badRequest(await ask({ since: '2026-02-01', until: '2026-01-01' }), 'until must be after since');
    badRequest(await ask({ at: 'position:9007199254740991' }), 'at: there is no such moment');
    badRequest(await ask({ at: '2126-01-01' }), 'at: there is no such moment');
  });

  it('are requested once under an idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'export-1' };
    const first = await auditor.post('/audit/exports', { reason, format: 'eml' }, headers);
    const second = await auditor.post('/audit/exports', { reason, format: 'eml' }, headers);
    expect([second.status, second.body.id]).to.deep.equal([first.status, first.body.id]);
    await ended(first.body.id);
  });

  it('are withdrawn when something in them is erased, and not otherwise', async () => {
    const doomed = await send('to be erased', 'doomed');
    await send('to stay', 'spared');
    const [holds, spared] = [await made({ topics: ['doomed'] }), await made({ topics: ['spared'] })];
    const erasure = { message_ids: [doomed], reason, basis: 'GDPR 17' };
    expect((await auditor.post('/audit/erasures', erasure)).status).to.equal(202);
    for (;;) {
      const next = server.application.services.news.next(1 as RealmId, AbortSignal.timeout(20_000));
      if (server.application.services.realm(1 as RealmId).erasures.byId.size === 0) break;
      await next;
    }
    expect((await show(holds.id)).state).to.equal('withdrawn');
    expect((await file(holds.id)).status).to.equal(409);
    expect((await show(spared.id)).state).to.equal('ready');
    const names = readdirSync(server.data, { recursive: true, encoding: 'utf8' });
    expect(names.some((name) => name.endsWith(join('1', `${spared.id}.zip`)))).to.equal(true);
    expect(names.some((name) => name.endsWith(join('1', `${holds.id}.zip`)))).to.equal(false);
    const after = await made({ topics: ['doomed'] });
    const [message] = lines(await entriesOf(after.id), 'messages-0001.ndjson');
    expect(message).to.deep.include({ id: doomed, content: null });
    expect(message?.deleted).to.deep.include({ erased: true });
  });

  it('cannot be downloaded by requesters who are no longer auditors', async () => {
    succeeded(await auditor.post('/audit/auditors', { user_id: outsider.account.user_id, reason }));
    const row = await ended((await ask({}, outsider)).body.id);
    expect((await file(row.id, outsider)).status).to.equal(200);
    succeeded(await auditor.delete(`/audit/auditors/${outsider.account.user_id}`, { reason }));
    expect((await file(row.id, outsider)).status).to.equal(403);
  });
});
