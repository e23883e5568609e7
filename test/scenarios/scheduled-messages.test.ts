/** Messages that are sent later, and reminders (docs/api.md, Scheduled messages). */
import { expect } from 'chai';
import { type Client, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { type Following, follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('scheduled messages', () => {
  const server = runningServer();
  let [owner, member]: Client[] = [];
  let queue: Following;
  before(async () => {
    [owner, member] = [server.as('owner'), server.as('member')];
    queue = await follow(server.as('admin'), { event_types: ['message'] });
  });

  const soon = (ms = 150): string => new Date(Date.now() + ms).toISOString();
  const later = '2029-01-31 12:00';
  const inAnHour = () => soon(3_600_000);
  const schedule = (more: object = {}, headers: Record<string, string> = {}, by = member as Client) =>
    by.post(
      '/messages',
      { type: 'stream', to: 'general', topic: 't', content: 'later', delivery_type: 'send_later', ...more },
      headers,
    );
  const listed = async (by = member as Client) =>
    list(succeeded(await by.get('/scheduled_messages')).scheduled_messages);
  const cancel = (id: unknown, by = member as Client) => by.delete(`/scheduled_messages/${id}`);
  const cancelAll = async () => {
    for (const { scheduled_message_id: id } of await listed()) succeeded(await cancel(id));
  };

  it('are sent at their time, once, and are listed until then', async () => {
    const answer = succeeded(await schedule({ deliver_at: soon(300), content: 'at its time' }));
    expect(answer).to.have.all.keys('result', 'msg', 'deliver_at');
    expect(await queue.news()).to.deep.equal([]);
    expect((await listed()).map(({ content }) => content)).to.deep.equal(['at its time']);
    expect(await listed(owner as Client)).to.deep.equal([]);
    const [event] = await queue.awaited();
    expect(event?.message).to.include({ content: 'at its time', sender_id: member?.account.user_id, subject: 't' });
    expect(event?.message?.client).to.equal('node');
    expect(await listed()).to.deep.equal([]);
    expect(await queue.news()).to.deep.equal([]);
  });

  it('are sent after a restart', async () => {
    succeeded(await schedule({ deliver_at: soon(600), content: 'scheduled before' }));
    await server.restart();
    const [event] = await queue.awaited();
    expect(event?.message).to.include({ content: 'scheduled before' });
  });

  it("answer the time in the user's timezone", async () => {
    const at = async (deliver_at: string, more: object = {}) =>
      (await schedule({ deliver_at, ...more })).body.deliver_at;
    const year = new Date().getUTCFullYear() + 1;
    expect(await at(`${year}-01-31 12:00`)).to.equal(`${year}-01-31 12:00:00+00:00`);
    expect(await at(`${year}-01-31 12:00`, { tz_guess: 'Europe/Oslo' })).to.equal(`${year}-01-31 12:00:00+01:00`);
    expect(await at(`${year}-01-31 12:00 -05:00`, { tz_guess: 'Europe/Oslo' })).to.equal(
      `${year}-01-31 12:00:00-05:00`,
    );
    succeeded(await (member as Client).patch('/settings/display', { timezone: 'Asia/Kolkata' }));
    expect(await at(`${year}-01-31 12:00`)).to.equal(`${year}-01-31 12:00:00+05:30`);
    const [first] = await listed();
    expect(first?.scheduled_delivery_timestamp).to.equal(Date.UTC(year, 0, 31, 6, 30) / 1000);
    for (const offset of ['+01:07', '-11:13', '+14:00'])
      expect(await at(`${year}-01-31 12:00 ${offset}`)).to.equal(`${year}-01-31 12:00:00${offset}`);
    await cancelAll();
  });

  it('are cancelled only by their author', async () => {
    succeeded(await schedule({ deliver_at: inAnHour() }));
    const [one] = await listed();
    badRequest(await cancel(one?.scheduled_message_id, owner), 'Scheduled message does not exist');
    succeeded(await cancel(one?.scheduled_message_id));
    badRequest(await cancel(one?.scheduled_message_id), 'Scheduled message does not exist');
    expect(await listed()).to.deep.equal([]);
  });

  it('are sent by the Notification Bot if they are reminders', async () => {
    succeeded(await schedule({ deliver_at: soon(), delivery_type: 'remind', content: 'lunch!' }));
    const [event] = await queue.awaited();
    expect(event?.message).to.include({ content: 'lunch!', sender_full_name: 'Notification Bot' });
    const to = [owner?.account.user_id];
    badRequest(
      await schedule({ type: 'private', to, deliver_at: inAnHour(), delivery_type: 'remind' }),
      'Reminders can only be set for streams.',
    );
  });

  it('that may no longer be sent are returned to their author', async () => {
    const own = await follow(member as Client, { event_types: ['message'] });
    succeeded(await (owner as Client).post('/users/me/subscriptions', { subscriptions: [{ name: 'closing' }] }));
    const { stream_id } = succeeded(await (owner as Client).get('/get_stream_id', { stream: 'closing' }));
    succeeded(await schedule({ to: 'closing', deliver_at: soon(400), content: 'too late @**all**' }));
    succeeded(await (owner as Client).delete(`/streams/${stream_id}`));
    const [event] = await own.awaited();
    expect(event?.message).to.include({ type: 'private', sender_full_name: 'Notification Bot' });
    expect(event?.message?.content).to.include('was not sent: the stream is archived');
    expect(event?.message?.content).to.include('too late @**all**');
    expect(await listed()).to.deep.equal([]);
  });

  it('are scheduled once under an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'schedule once' };
    const deliver_at = inAnHour();
    const answers = await Promise.all(Array.from({ length: 5 }, () => schedule({ deliver_at }, key)));
    expect(
      new Set(answers.map(({ body }) => String(succeeded({ ...answers[0], body } as never).deliver_at))).size,
    ).to.equal(1);
    expect(await listed()).to.have.length(1);
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED', msg: 'This Idempotency-Key was used for another message' };
    refused(await schedule({ deliver_at, content: 'another' }, key), reused, 422);
    refused(await schedule({ delivery_type: 'send_now' }, key), reused, 422);
    await cancelAll();
    succeeded(await schedule({ deliver_at }, key));
    expect(await listed()).to.deep.equal([]);
  });

  it('are refused without a time in the future', async () => {
    refused(await schedule(), { msg: 'Missing deliver_at in a request for delayed message delivery' });
    for (const deliver_at of ['tomorrow', '', '2030-02-31', 'x'.repeat(1000)])
      refused(await schedule({ deliver_at }), { msg: 'Invalid time format' });
    refused(await schedule({ deliver_at: '2020-01-01 12:00' }), { msg: 'Time must be in the future.' });
    badRequest(await schedule({ deliver_at: '2999-01-01' }), 'deliver_at is too far in the future (limit: 366 days)');
    badRequest(await schedule({ deliver_at: later, delivery_type: 'whenever' }), 'Invalid delivery_type');
    badRequest(await schedule({ deliver_at: later, tz_guess: 'Mars/Olympus' }), 'Invalid tz_guess');
    expect(await queue.news()).to.deep.equal([]);
  });
});
