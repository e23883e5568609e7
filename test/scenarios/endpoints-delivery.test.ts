/** Who receives a message, with which flags, and the events about streams and settings (docs/api.md, Client events, Messages). */
import { expect } from 'chai';
import type { AccountName, Client, Loose } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { newestFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const path = '/users/me/subscriptions';

describe('delivery', () => {
  const server = runningServer();
  const member = server.as('member');
  const spare = server.as('spare');
  before(async () => {
    succeeded(await spare.post(path, { subscriptions: [{ name: 'theirs' }] }));
  });

  const listening = (name: AccountName, more = {}) => follow(server.as(name), { event_types: ['message'], ...more });
  const say = async (by: Client, content: string, place: object = { type: 'stream', to: 'theirs', topic: 't' }) =>
    Number(succeeded(await by.post('/messages', { ...place, content })).id);
  const mention = (name: AccountName): string => `@**${server.as(name).account.full_name}**`;

  it('a mention reaches subscribers and a generic bot, and nobody else', async () => {
    const names = ['spare', 'member', 'bot'] as const;
    const queues = await Promise.all(names.map((name) => listening(name)));
    await say(spare, `${mention('spare')} ${mention('member')} ${mention('bot')} look`);
    const flags = await Promise.all(queues.map(async ({ news }) => (await news()).map((event) => event.flags)));
    expect(flags).to.deep.equal([[['mentioned']], [], [['mentioned']]]);
  });

  it('a generic bot that a mention reached is notified when the message is changed or deleted', async () => {
    const { news } = await follow(server.as('bot'), {
      event_types: ['message', 'update_message', 'delete_message'],
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    });
    const id = await say(spare, `${mention('bot')} look`);
    succeeded(await spare.patch(`/messages/${id}`, { content: `${mention('bot')} look again` }));
    expect((await news()).map(({ type, flags }) => [type, flags])).to.deep.equal([
      ['message', ['mentioned']],
      ['update_message', ['mentioned']],
    ]);
    succeeded(await server.as('owner').delete(`/messages/${id}`));
    expect((await news()).map(({ type, message_ids }) => [type, message_ids])).to.deep.equal([
      ['delete_message', [id]],
    ]);
  });

  it('an outgoing-webhook bot receives no messages', async () => {
    const bot = server.as('outgoing_bot');
    succeeded(await spare.post(path, { subscriptions: [{ name: 'calls' }], principals: [bot.account.user_id] }));
    const { news } = await listening('outgoing_bot');
    const id = await say(spare, 'a word', { type: 'private', to: [bot.account.user_id] });
    await say(spare, 'a word', { type: 'stream', to: 'calls', topic: 't' });
    expect([await newestFor(bot), await news()]).to.deep.equal([[], []]);
    badRequest(await bot.post(`/messages/${id}/reactions`, { emoji_name: 'smile' }), 'Invalid message(s)');
  });

  it("the sender's message is read only if a client for people sent it", async () => {
    for (const [client, flags] of [
      ['website', ['read']],
      ['ZulipMobile', ['read']],
      ['ZulipTerminal', ['read']],
      ['ZulipPython', []],
      ['curl', []],
    ] as const) {
      const [own, other] = await Promise.all([listening('spare'), listening('member')]);
      await say(spare, 'mine', { type: 'private', to: [member.account.user_id], client });
      expect((await own.news())[0]?.flags, client).to.deep.equal(flags);
      expect((await other.news())[0]?.flags).to.deep.equal([]);
    }
  });

  const withoutIds = (events: readonly Loose[]) => events.map(({ id, ...event }) => event as Record<string, unknown>);

  it('stream events: created, left by the last subscriber, subscribed again; private streams only for subscribers and administrators', async () => {
    const [own, other, guest, admin] = await Promise.all(
      (['spare', 'member', 'guest', 'admin'] as const).map((name) =>
        follow(server.as(name), { event_types: ['stream'] }),
      ),
    );
    const ops = async (queue: typeof own) => withoutIds((await queue?.news()) ?? []).map(({ op }) => op);
    succeeded(await spare.post(path, { subscriptions: [{ name: 'coming' }] }));
    expect(await ops(own)).to.deep.equal(['create', 'occupy']);
    expect(await ops(other)).to.deep.equal(['create', 'occupy']);
    succeeded(await spare.delete(path, { subscriptions: ['coming'] }));
    expect(await ops(other)).to.deep.equal(['vacate']);
    succeeded(await spare.post(path, { subscriptions: [{ name: 'coming' }] }));
    expect(await ops(other)).to.deep.equal(['occupy']);
    await Promise.all([ops(own), ops(guest), ops(admin)]);
    succeeded(await spare.post(path, { subscriptions: [{ name: 'hidden' }], invite_only: true }));
    expect(await ops(own)).to.deep.equal(['create']);
    expect(await ops(admin)).to.deep.equal(['create']);
    expect([...(await ops(other)), ...(await ops(guest))]).to.deep.equal([]);
    succeeded(await spare.post(path, { subscriptions: [{ name: 'hidden' }], principals: [member.account.user_id] }));
    expect(await ops(other)).to.deep.equal(['create']);
    succeeded(
      await server
        .as('admin')
        .delete(path, { subscriptions: ['hidden'], principals: [spare.account.user_id, member.account.user_id] }),
    );
    expect(await ops(admin)).to.deep.equal(['delete']);
  });

  it('muted_topics: the whole list, only for the user', async () => {
    const [own, other] = await Promise.all([
      follow(member, { event_types: ['muted_topics'] }),
      follow(spare, { event_types: ['muted_topics'] }),
    ]);
    for (const topic of ['one', 'two'])
      succeeded(await member.patch(`${path}/muted_topics`, { stream: 'general', topic, op: 'add' }));
    const lists = withoutIds(await own.news()).map(({ muted_topics }) =>
      (muted_topics as unknown[][]).map(([stream, topic, date]) => [stream, topic, Number.isInteger(date)]),
    );
    expect(lists).to.deep.equal([
      [['general', 'one', true]],
      [
        ['general', 'one', true],
        ['general', 'two', true],
      ],
    ]);
    expect(await other.news()).to.deep.equal([]);
  });

  it('subscriptions update: is_muted is delivered as in_home_view with the inverse value', async () => {
    const queue = await follow(member, { event_types: ['subscriptions'] });
    const subscription_data = [{ stream_id: 1, property: 'is_muted', value: true }];
    succeeded(await member.post(`${path}/properties`, { subscription_data }));
    expect(withoutIds(await queue.news())).to.deep.equal([
      {
        type: 'subscriptions',
        op: 'update',
        email: member.account.email,
        property: 'in_home_view',
        value: false,
        stream_id: 1,
        name: 'general',
      },
    ]);
  });

  it('realm_user and custom_profile_fields: for every user', async () => {
    const queue = await follow(server.as('guest'), { event_types: ['realm_user', 'custom_profile_fields'] });
    const admin = server.as('admin');
    const field = succeeded(await admin.post('/realm/profile_fields', { name: 'Motto', hint: 'h', field_type: 1 })).id;
    succeeded(await member.patch('/users/me/profile_data', { data: [{ id: field, value: '*x*' }] }));
    succeeded(await admin.delete(`/realm/profile_fields/${field}`));
    const [added, filled, removed] = withoutIds(await queue.news());
    const row = { id: field, name: 'Motto', hint: 'h', type: 1, field_data: '', order: 1 };
    expect(added).to.deep.include({ type: 'custom_profile_fields', op: 'add', fields: [row] });
    expect(filled).to.deep.equal({
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: member.account.user_id,
        custom_profile_field: { id: field, value: '*x*', rendered_value: '<p><em>x</em></p>' },
      },
    });
    expect(removed).to.deep.include({ type: 'custom_profile_fields', op: 'delete', fields: [] });
  });
});
