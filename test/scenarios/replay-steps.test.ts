/** Stepping through what happened, over HTTP. */
import { expect } from 'chai';
import type { StepRow } from '../../src/wire/replay.ts';
import { type Loose, list, type Parameters } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { postFiles } from '../support/files-over-http.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('steps of a replay', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const auditor = server.as('spare');
  const member = server.as('member');
  before(async () => {
    succeeded(await owner.post('/audit/auditors', { user_id: auditor.account.user_id, reason: 'review' }));
  });

  const reason = 'Case 4711';
  type Page = { readonly steps: readonly StepRow[]; readonly next: string | null };
  const stepped = async (parameters: Parameters = {}): Promise<Page> =>
    succeeded(await auditor.get('/audit/replay/steps', { reason, ...parameters })) as unknown as Page;
  const trailed = async (parameters: Parameters = {}): Promise<Loose[]> =>
    list(succeeded(await auditor.get('/audit/events', parameters)).records);
  const newest = async (): Promise<string> => String((await trailed({ limit: 1 }))[0]?.id);
  const sent = (content: string): Promise<number> => said(member, 'general', 'x', content);
  const actions = ({ steps }: Page): string[] => steps.map(({ event }) => event.action);

  it('show each event, its changes of the read models, and its client events', async () => {
    const from = await newest();
    const id = await sent('one');
    succeeded(await member.patch(`/messages/${id}`, { content: 'two' }));
    const { steps, next } = await stepped({ from, limit: 10 });
    const [sending, editing] = steps.filter(({ event }) => event.action.startsWith('message'));
    const changed = (step: StepRow | undefined) =>
      step?.changes.find((change) => change.model === 'messages' && change.id === `1.${id}`);
    expect(changed(sending)?.before).to.equal(null);
    expect(changed(editing)?.before?.content).to.equal('one');
    expect(changed(editing)?.after?.content).to.equal('two');
    expect(editing?.event.after?.content).to.equal('two');
    expect(editing?.client_events.map(({ type }) => type)).to.deep.equal(['update_message']);
    // The request itself is an event, which it shows.
    expect(actions({ steps, next })).to.include('access.recorded');
    expect(next).to.equal(null);
  });

  it('continue from page to page, and are the trail from the first event on', async () => {
    const paged: StepRow[] = [];
    for (let from: string | null | undefined; from !== null && paged.length < 60; ) {
      const page = await stepped({ limit: 7, ...(from === undefined ? {} : { from }) });
      paged.push(...page.steps);
      from = page.next;
    }
    const records = await trailed({ order: 'asc', limit: paged.length });
    expect(paged.map(({ event }) => event.id)).to.deep.equal(records.map(({ id }) => id));
  });

  it('leave out what was deleted since', async () => {
    const from = await newest();
    const id = await sent('goes');
    expect(JSON.stringify(await stepped({ from, limit: 5 }))).to.include('goes');
    succeeded(await owner.delete(`/messages/${id}`));
    const after = await stepped({ from, limit: 50 });
    expect(JSON.stringify(after)).to.not.include('goes');
    expect(actions(after)).to.include('message.deleted').and.not.include('message.sent');
  });

  it('are for auditors, with a reason, recorded, and contain no key', async () => {
    const from = await newest();
    refused(
      await member.get('/audit/replay/steps', { reason }),
      { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' },
      403,
    );
    refused(
      await owner.get('/audit/replay/steps', { reason }),
      { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' },
      403,
    );
    expect((await auditor.get('/audit/replay/steps', { from })).body.var_name).to.equal('reason');
    const payload_url = 'http://knows:password@127.0.0.1:9/hook?token=hidden';
    const bot = { full_name: 'Hook', short_name: 'hook', bot_type: 3, payload_url: JSON.stringify(payload_url) };
    const made = succeeded(await member.post('/bots', bot));
    const { uri } = succeeded(await postFiles(server.base, member, '/user_uploads', { bytes: 'x' }));
    const answer = JSON.stringify(await stepped({ from, limit: 50 }));
    expect(answer).to.include('http://127.0.0.1:9/…').and.include('notes.txt');
    const seen = { 'Audit-Reason': reason, 'Verbatim-As-User': String(member.account.user_id) };
    const state = JSON.stringify(
      succeeded(await auditor.post('/register', { fetch_event_types: ['realm_bot'] }, seen)),
    );
    expect(state).to.include('"base_url":"http://127.0.0.1:9/…"');
    for (const secret of [made.api_key, 'password', 'hidden', 'hook?', String(uri).split('/').at(-2)])
      expect(answer + state).to.not.include(String(secret));
    const accesses = await trailed({ action: 'access.recorded', limit: 20, include_content: true, reason });
    expect(JSON.stringify(accesses)).to.include('/audit/replay/steps');
  });

  it('refuse moments that do not exist', async () => {
    const foreign = '0198c0de-0000-7000-8000-000000000001';
    const wrong = {
      '2100-01-01': 'is in the future',
      '1999-01-01': 'is before the organization',
      [foreign]: 'names no event of this organization',
    };
    for (const [from, why] of Object.entries(wrong))
      badRequest(await auditor.get('/audit/replay/steps', { reason, from }), `from ${why}`);
    badRequest(
      await auditor.get('/audit/replay/steps', {}, { 'Audit-Reason': reason, 'Verbatim-As-User': '9' }),
      'from cannot be combined with Verbatim-As-Of or Verbatim-As-User',
    );
  });
});
