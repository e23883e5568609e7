/** Who could read a message, now and at a moment, over HTTP. */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('the audience of a message', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  const owner = server.as('owner');
  const auditor = server.as('spare');
  const member = server.as('member');
  const idOf = (client: Client): number => client.account.user_id;
  before(async () => {
    succeeded(await owner.post('/audit/auditors', { user_id: idOf(auditor), reason: 'review' }));
  });

  const reason = 'Case 4711';
  const asked = async (messageId: number, parameters: object = {}): Promise<Loose> =>
    succeeded(await auditor.get(`/audit/messages/${messageId}/audience`, { reason, ...parameters }));
  const rulesOf = (answer: Loose): Record<string, string> =>
    Object.fromEntries(list(answer.readers).map(({ user_id, rule }) => [String(user_id), String(rule)]));
  const newest = async (): Promise<string> =>
    String(list(succeeded(await auditor.get('/audit/events', { limit: 1 })).records)[0]?.id);
  const subscribed = async (name: string, invite_only: boolean, others: Client[] = []): Promise<void> => {
    const principals = [member, ...others].map(idOf);
    succeeded(
      await member.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        invite_only,
        history_public_to_subscribers: true,
        principals,
      }),
    );
  };
  const sent = (to: string, content?: string): Promise<number> => said(member, to, 'x', content);

  it('is answered by rule, at the time of sending and now', async () => {
    await subscribed('secret plans', true);
    const id = await sent('secret plans');
    const moment = await newest();
    expect(rulesOf(await asked(id))).to.deep.equal({ [idOf(member)]: 'subscriber' });
    await subscribed('secret plans', true, [owner]);
    expect(rulesOf(await asked(id))).to.deep.equal({ [idOf(member)]: 'subscriber', [idOf(owner)]: 'history' });
    expect(rulesOf(await asked(id, { at: moment }))).to.deep.equal({ [idOf(member)]: 'subscriber' });
  });

  it('has the outgoing-webhook bots that it mentioned when it was sent', async () => {
    const { account: bot } = server.as('outgoing_bot');
    await subscribed('secret calls', true);
    const id = await sent('secret calls', `@**${bot.full_name}** x`);
    succeeded(await member.patch(`/messages/${id}`, { content: 'y' }));
    const rules = { [idOf(member)]: 'subscriber', [bot.user_id]: 'alert to a bot' };
    expect(rulesOf(await asked(id))).to.deep.equal(rules);
    expect(rulesOf(await asked(id, { at: await newest() }))).to.deep.equal(rules);
  });

  it('is recorded in the trail with the former name of the stream', async () => {
    const names = ['sowing', 'growing', 'harvest'];
    await subscribed('sowing', false);
    const { stream_id } = succeeded(await owner.get('/get_stream_id', { stream: 'sowing' }));
    const ids: number[] = [];
    for (const new_name of names) {
      if (new_name !== 'sowing') succeeded(await owner.patch(`/streams/${stream_id}`, { new_name }));
      ids.push(await sent(new_name));
    }
    const filter = { action: 'message.sent', stream_id, order: 'asc' };
    const records = list(succeeded(await auditor.get('/audit/events', filter)).records);
    const own = records.map(({ object }) => object as Loose).filter(({ id }) => ids.includes(Number(id)));
    expect(own.map((object) => object.in)).to.deep.equal(names.map((stream) => ({ stream_id, stream, topic: 'x' })));
  });

  it('of a public stream is everybody but guests, page by page', async () => {
    await subscribed('open plans', false);
    const id = await sent('open plans');
    const whole = rulesOf(await asked(id));
    expect(whole[idOf(member)]).to.equal('subscriber');
    expect(whole[idOf(owner)]).to.equal('public stream');
    expect(whole).to.not.have.property(String(idOf(server.as('guest'))));
    const paged: Record<string, string> = {};
    for (let cursor: unknown = 0; cursor !== null; ) {
      const page = await asked(id, { cursor, limit: 2 });
      Object.assign(paged, rulesOf(page));
      cursor = page.next_cursor;
    }
    expect(paged).to.deep.equal(whole);
  });

  it('of a private message is its recipients, with their names at that time', async () => {
    const to = JSON.stringify([idOf(owner)]);
    const { id } = succeeded(await member.post('/messages', { type: 'private', to, content: 'x' }));
    const moment = await newest();
    succeeded(await owner.patch(`/users/${idOf(member)}`, { full_name: 'Maxine Member' }));
    const names = async (parameters: object) =>
      Object.fromEntries(
        list((await asked(Number(id), parameters)).readers).map(({ user_id, name }) => [user_id, name]),
      );
    expect((await names({}))[idOf(member)]).to.equal('Maxine Member');
    expect((await names({ at: moment }))[idOf(member)]).to.equal('Max Member');
    expect(rulesOf(await asked(Number(id)))[idOf(owner)]).to.equal('recipient');
  });

  it('names the event queues that existed and were to get it, including those that ended', async () => {
    const first = String(succeeded(await member.post('/register', { event_types: ['message'] })).queue_id);
    const other = String(succeeded(await member.post('/register', { event_types: ['reaction'] })).queue_id);
    await subscribed('told plans', false);
    const id = await sent('told plans');
    const later = String(succeeded(await member.post('/register', { event_types: ['message'] })).queue_id);
    const queues = async (): Promise<Loose[]> => {
      const { readers } = await asked(id);
      return list(list(readers).find(({ user_id }) => Number(user_id) === idOf(member))?.queues);
    };
    const live = await queues();
    expect(live.map(({ queue_id }) => String(queue_id)))
      .to.include(first)
      .and.not.include(other)
      .and.not.include(later);
    expect(live.find(({ queue_id }) => String(queue_id) === first)).to.include({ ended_at: null, options_known: true });
    succeeded(await member.delete('/events', { queue_id: first }));
    expect((await queues()).find(({ queue_id }) => String(queue_id) === first)?.options_known).to.equal(false);
  });

  it('of a deleted message that a legal hold keeps is answered at the moment of the message itself', async () => {
    await subscribed('kept plans', false);
    succeeded(await auditor.post('/audit/holds', { name: 'kept', reason, user_ids: [idOf(member)] }));
    const queue = String(succeeded(await member.post('/register', { event_types: ['message'] })).queue_id);
    const id = await sent('kept plans');
    const { records } = succeeded(await auditor.get('/audit/events', { action: 'message.sent', limit: 1 }));
    const [{ id: event, position, at } = {}] = list(records);
    succeeded(await owner.delete(`/messages/${id}`));
    for (const moment of [String(event), `position:${position}`, String(at)]) {
      const answer = await asked(id, { at: moment });
      const own = list(answer.readers).find(({ user_id }) => Number(user_id) === idOf(member));
      expect(own?.rule, moment).to.equal('subscriber');
      expect(list(own?.queues).map(({ queue_id }) => String(queue_id))).to.include(queue);
      const look = { 'Audit-Reason': reason, 'Verbatim-As-Of': moment };
      const seen = await auditor.get(`/messages/${id}`, {}, look);
      expect(succeeded(seen).raw_content, moment).to.equal('x');
    }
  });

  it('counts as further requests at a moment that has to be reconstructed', async () => {
    const id = await sent('general');
    const left = async (): Promise<{ minute: string | null; requests: number }> => {
      const { headers } = await auditor.get('/users/me');
      return { minute: headers.get('X-RateLimit-Reset'), requests: Number(headers.get('X-RateLimit-Remaining')) };
    };
    const costOf = async (act: () => Promise<unknown>): Promise<number> => {
      for (;;) {
        const before = await left();
        await act();
        const after = await left();
        if (after.minute === before.minute) return before.requests - after.requests - 1;
      }
    };
    let at = '';
    const first = async () => {
      at = await newest();
      await asked(id, { at });
    };
    expect(await costOf(first)).to.equal(2 + limits.requestsPerPast);
    expect(await costOf(() => asked(id, { at }))).to.equal(1);
  });

  it('is for auditors with a reason, and for messages that exist at the moment', async () => {
    await subscribed('late plans', false);
    const before = await newest();
    const id = await sent('late plans');
    const path = `/audit/messages/${id}/audience`;
    for (const by of [owner, member]) expect((await by.get(path, { reason })).status).to.equal(403);
    expect((await auditor.get(path)).status).to.equal(400);
    refused(await auditor.get(path, { reason, at: before }), { msg: 'No such message', code: 'NOT_FOUND' }, 404);
    refused(
      await auditor.get('/audit/messages/999999/audience', { reason }),
      { msg: 'No such message', code: 'NOT_FOUND' },
      404,
    );
    badRequest(await auditor.get(path, { reason, at: '2999-01-01' }), 'at is in the future');
    badRequest(
      await auditor.get(path, { at: before }, { 'Audit-Reason': reason, 'Verbatim-As-Of': before }),
      'at cannot be combined with Verbatim-As-Of or Verbatim-As-User',
    );
    succeeded(await owner.delete(`/messages/${id}`));
    expect((await auditor.get(path, { reason })).status).to.equal(404);
  });
});
