/** /users/me/subscriptions: every parameter and field, events for others, and access to messages (docs/api.md, Subscriptions). */
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { newestFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const path = '/users/me/subscriptions';
const fields = [
  'stream_id',
  'name',
  'description',
  'rendered_description',
  'invite_only',
  'desktop_notifications',
  'email_notifications',
  'push_notifications',
  'audible_notifications',
  'wildcard_mentions_notify',
  'pin_to_top',
  'email_address',
  'is_muted',
  'in_home_view',
  'is_announcement_only',
  'is_web_public',
  'color',
  'stream_post_policy',
  'message_retention_days',
  'history_public_to_subscribers',
  'first_message_id',
  'stream_weekly_traffic',
];

describe('/users/me/subscriptions', () => {
  const server = runningServer();
  const member = server.as('member');
  const spare = server.as('spare');
  const admin = server.as('admin');

  const subscribe = async (by: Client, name: string, more = {}) =>
    succeeded(await by.post(path, { subscriptions: [{ name }], ...more }));
  const mine = async (by: Client, name: string, more = {}): Promise<Loose | undefined> =>
    list(succeeded(await by.get(path, more)).subscriptions).find((one) => String(one.name) === name);
  const say = (by: Client, to: string, content = 'x'): Promise<number> => said(by, to, 't', content);
  const readable = async (by: Client, stream: string): Promise<string[]> => {
    const narrow = [{ operator: 'stream', operand: stream }];
    return (await newestFor(by, { narrow }))
      .filter(({ client }) => String(client) !== 'Internal')
      .map(({ content }) => String(content));
  };

  it('GET: a new subscription, with every field', async () => {
    await subscribe(member, 'Café & Co');
    const subscription = await mine(member, 'Café & Co');
    expect(subscription).to.have.all.keys(...fields);
    const { stream_id, first_message_id, email_address, ...others } = subscription as unknown as Record<
      string,
      unknown
    >;
    expect(stream_id).to.satisfy(Number.isSafeInteger);
    expect(first_message_id, 'the Notification Bot announced the stream').to.satisfy(Number.isSafeInteger);
    expect(email_address).to.match(/^cafe-co\.[0-9a-z]{32}@dev\.example$/);
    expect(others).to.deep.equal({
      name: 'Café & Co',
      description: '',
      rendered_description: '',
      invite_only: false,
      desktop_notifications: null,
      email_notifications: null,
      push_notifications: null,
      audible_notifications: null,
      wildcard_mentions_notify: null,
      pin_to_top: false,
      is_muted: false,
      in_home_view: true,
      is_announcement_only: false,
      is_web_public: false,
      color: others.color,
      stream_post_policy: 1,
      message_retention_days: null,
      history_public_to_subscribers: true,
      stream_weekly_traffic: null,
    });
    expect(others.color).to.match(/^#[0-9a-f]{6}$/);
  });

  it('GET: include_subscribers adds ascending user ids', async () => {
    await subscribe(member, 'crowd', { principals: [spare.account.user_id, member.account.user_id] });
    expect((await mine(member, 'crowd', { include_subscribers: true }))?.subscribers).to.deep.equal([
      member.account.user_id,
      spare.account.user_id,
    ]);
    expect(await mine(member, 'crowd', { include_subscribers: false })).to.not.have.property('subscribers');
  });

  it('GET: first_message_id is the id of the oldest message that still exists', async () => {
    await subscribe(member, 'aging');
    const notice = (await mine(member, 'aging'))?.first_message_id;
    const id = await say(member, 'aging');
    expect((await mine(member, 'aging'))?.first_message_id).to.equal(notice);
    succeeded(await admin.delete(`/messages/${notice}`));
    expect((await mine(member, 'aging'))?.first_message_id).to.equal(id);
    succeeded(await admin.delete(`/messages/${id}`));
    expect((await mine(member, 'aging'))?.first_message_id).to.equal(null);
  });

  it('POST: color applies to the requester only', async () => {
    const parameters = { subscriptions: [{ name: 'tinted', color: '#123abc' }] };
    succeeded(await member.post(path, parameters));
    expect(await mine(member, 'tinted')).to.include({ color: '#123abc' });
    badRequest(
      await member.post(path, { subscriptions: [{ name: 'n', color: 'blue' }] }),
      'subscriptions[0]["color"] is not a valid hex color code',
    );
  });

  it('POST: principals may be addresses; the keys of the answer are addresses', async () => {
    const body = await subscribe(member, 'invited', { principals: [spare.account.email, member.account.email] });
    expect(body.subscribed).to.deep.equal({ [spare.account.email]: ['invited'], [member.account.email]: ['invited'] });
  });

  it('POST: the Notification Bot tells users whom another user subscribed, before the answer', async () => {
    await subscribe(member, 'told of');
    const queue = await follow(spare, { event_types: ['message'] });
    await subscribe(member, 'told of', { principals: [spare.account.user_id] });
    const [event] = await queue.news();
    expect(event?.message).to.include({
      type: 'private',
      sender_full_name: 'Notification Bot',
      content: `@**${member.account.full_name}** subscribed you to the stream #**told of**.`,
    });
  });

  it('POST: events in order: stream create, subscriptions add, then peer_add to the others', async () => {
    const types = ['stream', 'subscriptions'];
    const own = await follow(member, { event_types: types });
    const others = await follow(spare, { event_types: types });
    const guest = await follow(server.as('guest'), { event_types: types });
    await subscribe(member, 'evented');
    const stream = await mine(member, 'evented');
    const kinds = (events: readonly Loose[]) => events.map(({ type, op }) => `${type} ${op}`);
    const forOwn = await own.news();
    expect(kinds(forOwn)).to.include('stream create').and.include('subscriptions add');
    expect(kinds(forOwn).indexOf('stream create')).to.be.below(kinds(forOwn).indexOf('subscriptions add'));
    const added = forOwn.find(({ op }) => String(op) === 'add');
    expect(list(added?.subscriptions)[0]).to.include({ name: 'evented', stream_id: stream?.stream_id });
    expect(list(added?.subscriptions)[0]?.subscribers).to.deep.equal([member.account.user_id]);
    const forOthers = await others.news();
    expect(kinds(forOthers)).to.include('stream create').and.include('subscriptions peer_add');
    const peer = forOthers.find(({ op }) => String(op) === 'peer_add');
    expect(peer).to.include({ stream_id: stream?.stream_id, user_id: member.account.user_id });
    expect(await guest.news()).to.deep.equal([]);
    succeeded(await member.delete(path, { subscriptions: ['evented'] }));
    const left = (await own.news()).find(({ op }) => String(op) === 'remove');
    expect(list(left?.subscriptions)).to.deep.equal([{ name: 'evented', stream_id: stream?.stream_id }]);
    expect(kinds(await others.news())).to.include('subscriptions peer_remove');
  });

  describe('history', () => {
    for (const [name, settings, sees] of [
      ['of a public stream is open to later subscribers', {}, ['before', 'after']],
      ['of a private stream is closed to them', { invite_only: true }, ['after']],
      [
        'of a private stream made with history_public_to_subscribers is open to them',
        { invite_only: true, history_public_to_subscribers: true },
        ['before', 'after'],
      ],
    ] as const)
      it(name, async () => {
        await subscribe(member, name.slice(0, 60), settings);
        await say(member, name.slice(0, 60), 'before');
        await subscribe(member, name.slice(0, 60), { principals: [spare.account.user_id] });
        await say(member, name.slice(0, 60), 'after');
        const html = sees.map((text) => `<p>${text}</p>`);
        expect(await readable(spare, name.slice(0, 60))).to.deep.equal(html);
      });

    it('of a private stream is closed to former subscribers, except for received messages', async () => {
      await subscribe(member, 'left', { invite_only: true, principals: [member.account.email, spare.account.email] });
      const during = await say(member, 'left', 'during');
      succeeded(await spare.delete(path, { subscriptions: ['left'] }));
      const after = await say(member, 'left', 'after');
      expect(await readable(spare, 'left')).to.deep.equal(['<p>during</p>']);
      expect(succeeded(await spare.get(`/messages/${during}`)).raw_content).to.equal('during');
      badRequest(await spare.get(`/messages/${after}`), 'Invalid message(s)');
    });
  });

  describe('stream_post_policy', () => {
    it('1: any user', async () => {
      await subscribe(admin, 'for all', { stream_post_policy: 1 });
      await say(spare, 'for all');
    });

    it('2: only administrators', async () => {
      await subscribe(admin, 'for few', { stream_post_policy: 2 });
      await say(admin, 'for few');
      await say(server.as('owner'), 'for few');
      const message = { type: 'stream', to: 'for few', topic: 't', content: 'x' };
      badRequest(await member.post('/messages', message), 'Only organization administrators can send to this stream.');
      badRequest(
        await server.as('bot').post('/messages', message),
        'Only organization administrators can send to this stream.',
      );
    });

    it('3: only new members and administrators; without a waiting period no member is new', async () => {
      await subscribe(admin, 'for new', { stream_post_policy: 3 });
      await say(admin, 'for new');
      const message = { type: 'stream', to: 'for new', topic: 't', content: 'x' };
      badRequest(await member.post('/messages', message), 'Only new members can send to this stream.');
    });
  });

  it('PATCH: subscribes and unsubscribes, all or nothing', async () => {
    await subscribe(member, 'leaving');
    refused(await member.patch(path, { add: [{ name: 'joining' }], delete: ['nowhere'] }), {
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Stream 'nowhere' does not exist",
      stream: 'nowhere',
    });
    expect(await mine(member, 'joining')).to.equal(undefined);
    const body = succeeded(await member.patch(path, { add: [{ name: 'joining' }], delete: ['leaving', 'crowd'] }));
    expect(body).to.deep.include({
      subscribed: { [member.account.email]: ['joining'] },
      already_subscribed: {},
      removed: ['leaving', 'crowd'],
      not_removed: [],
    });
    expect([await mine(member, 'joining'), await mine(member, 'leaving')].map((one) => one?.name)).to.deep.equal([
      'joining',
      undefined,
    ]);
  });
});
