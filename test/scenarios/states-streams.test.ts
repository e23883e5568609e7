/** States and transitions of streams and subscriptions: each test is one row (state, request, condition: result). */
import { expect } from 'chai';
import { type Client, type Loose, list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { newestFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const path = '/users/me/subscriptions';

describe('states: streams and subscriptions', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const admin = server.as('admin');
  const member = server.as('member');
  const spare = server.as('spare');

  const subscribe = async (client: Client, names: readonly string[], more = {}): Promise<Loose> =>
    succeeded(await client.post(path, { subscriptions: names.map((name) => ({ name })), ...more }));
  const subscriptionTo = async (client: Client, name: string): Promise<Loose | undefined> =>
    list(succeeded(await client.get(path, { include_subscribers: true })).subscriptions).find(
      (one) => String(one.name) === name,
    );
  const stream = async (client: Client, name: string, more = {}): Promise<Loose | undefined> =>
    list(succeeded(await client.get('/streams', more)).streams).find((one) => String(one.name) === name);
  const topicOf = async (client: Client, channel: string, topic: string): Promise<string[]> => {
    const narrow = [
      { operator: 'stream', operand: channel },
      { operator: 'topic', operand: topic },
    ];
    return (await newestFor(client, { narrow })).map((message) => `${message.sender_full_name}: ${message.content}`);
  };

  describe('Stream: nonexistent, subscribe call naming it: exists', () => {
    it('with the requested description and the settings invite_only, history_public_to_subscribers, stream_post_policy, message_retention_days', async () => {
      const made = succeeded(
        await owner.post(path, {
          subscriptions: [{ name: 'council', description: 'for **us**' }],
          invite_only: true,
          history_public_to_subscribers: true,
          stream_post_policy: 2,
          message_retention_days: 30,
        }),
      );
      expect(made.subscribed).to.deep.equal({ [owner.account.email]: ['council'] });
      expect(await subscriptionTo(owner, 'council')).to.deep.include({
        name: 'council',
        description: 'for **us**',
        rendered_description: '<p>for <strong>us</strong></p>',
        invite_only: true,
        history_public_to_subscribers: true,
        stream_post_policy: 2,
        is_announcement_only: true,
        message_retention_days: 30,
        subscribers: [owner.account.user_id],
      });
    });

    it('by default public, with history for later subscribers, all users may post, and the retention of the organization', async () => {
      await subscribe(member, ['plain']);
      expect(await subscriptionTo(member, 'plain')).to.deep.include({
        description: '',
        rendered_description: '',
        invite_only: false,
        history_public_to_subscribers: true,
        stream_post_policy: 1,
        is_announcement_only: false,
        message_retention_days: null,
      });
    });

    it('private: no history for later subscribers unless requested', async () => {
      await subscribe(member, ['closed'], { invite_only: true });
      expect(await subscriptionTo(member, 'closed')).to.deep.include({
        invite_only: true,
        history_public_to_subscribers: false,
      });
    });

    for (const [given, shown] of [
      ['forever', -1],
      ['"forever"', -1],
      ['realm_default', null],
      [7, 7],
    ] as const)
      it(`with the retention of message_retention_days=${given}`, async () => {
        await subscribe(owner, [`kept ${given}`], { message_retention_days: given });
        expect(await stream(owner, `kept ${given}`)).to.include({ message_retention_days: shown });
      });

    it('the named users become subscribers', async () => {
      const principals = [member.account.user_id, spare.account.user_id];
      const made = await subscribe(admin, ['named'], { principals });
      expect(made.subscribed).to.deep.equal({ [member.account.email]: ['named'], [spare.account.email]: ['named'] });
      expect(await subscriptionTo(member, 'named')).to.deep.include({ subscribers: principals });
      expect(await subscriptionTo(admin, 'named'), 'whoever asked is in it only when named').to.equal(undefined);
    });

    it('if announce is true, an announcement is sent by the notification bot, before the answer', async () => {
      await subscribe(member, ['heralded', 'trumpeted'], { announce: true });
      const { full_name: name, user_id: id } = member.account;
      const announcements = await topicOf(spare, 'general', 'new streams');
      expect(announcements.at(-1)).to.match(/^Notification Bot: /);
      expect(announcements.at(-1)).to.include(`data-user-id="${id}">${name}</span> created the following streams: `);
      expect(announcements.at(-1)).to.include('#heralded</a>').and.include('#trumpeted</a>');
      expect(await topicOf(member, 'heralded', 'stream events')).to.deep.equal([
        `Notification Bot: <p>Stream created by <span class="user-mention silent" data-user-id="${id}">${name}</span>.</p>`,
      ]);
    });

    it('messages of the notification bot that it causes are read for the requester, and for nobody else', async () => {
      const ofMessages = { event_types: ['message'] };
      const queues = [await follow(member, ofMessages), await follow(spare, ofMessages)];
      const principals = [member.account.user_id, spare.account.user_id];
      await subscribe(member, ['proclaimed'], { announce: true, principals });
      const flags = await Promise.all(queues.map(async (queue) => (await queue.news()).map((event) => event.flags)));
      expect(flags).to.deep.equal([
        [['read'], ['read']],
        [[], []],
      ]);
      const unread = async (client: Client) => {
        const narrow = [
          { operator: 'stream', operand: 'proclaimed' },
          { operator: 'is', operand: 'unread' },
        ];
        return (await newestFor(client, { num_before: 5, narrow })).length;
      };
      expect([await unread(member), await unread(spare)]).to.deep.equal([0, 1]);
    });

    it('if announce is not true, none is sent', async () => {
      const before = await topicOf(spare, 'general', 'new streams');
      await subscribe(member, ['hushed'], { announce: false });
      await subscribe(member, ['hushed too']);
      expect(await topicOf(spare, 'general', 'new streams')).to.deep.equal(before);
    });

    it('if announce is true, a private stream is announced too, and stays private', async () => {
      await subscribe(member, ['whispered'], { announce: true, invite_only: true });
      expect((await topicOf(spare, 'general', 'new streams')).at(-1)).to.include('whispered');
      expect(await stream(spare, 'whispered')).to.equal(undefined);
    });
  });

  it('Stream: exists, subscribe call naming it: unchanged, creation-time settings are ignored', async () => {
    await subscribe(member, ['existing']);
    const before = await stream(member, 'existing');
    const again = await spare.post(path, {
      subscriptions: [{ name: 'EXISTING', description: 'another' }],
      invite_only: true,
      history_public_to_subscribers: false,
      stream_post_policy: 2,
      announce: true,
    });
    expect(succeeded(again).subscribed).to.deep.equal({ [spare.account.email]: ['existing'] });
    expect(await stream(member, 'existing')).to.deep.equal(before);
  });

  describe('Subscription', () => {
    let open: string;
    let shut: string;
    let count = 0;
    beforeEach(async () => {
      count += 1;
      open = `open ${count}`;
      shut = `shut ${count}`;
      await subscribe(member, [open]);
      await subscribe(member, [shut], { invite_only: true });
    });

    it('not subscribed, POST, requester may access the stream: subscribed, under `subscribed`', async () => {
      const body = await subscribe(spare, [open]);
      expect(body).to.deep.equal({
        result: 'success',
        msg: '',
        subscribed: { [spare.account.email]: [open] },
        already_subscribed: {},
      });
      expect(await subscriptionTo(spare, open)).to.deep.include({
        subscribers: [member.account.user_id, spare.account.user_id],
      });
    });

    it('subscribed, POST: subscribed, under `already_subscribed`', async () => {
      const body = await subscribe(member, [open, shut]);
      expect(body.subscribed).to.deep.equal({});
      expect(body.already_subscribed).to.deep.equal({ [member.account.email]: [open, shut] });
    });

    it('not subscribed, POST, private stream not accessible, authorization_errors_fatal true: not subscribed, error', async () => {
      const request = { subscriptions: [{ name: open }, { name: shut }] };
      for (const fatal of [{}, { authorization_errors_fatal: true }])
        refused(await spare.post(path, { ...request, ...fatal }), { msg: `Unable to access stream (${shut}).` });
      refused(await admin.post(path, request), { msg: `Unable to access stream (${shut}).` });
      expect(await subscriptionTo(spare, open), 'all of it or nothing').to.equal(undefined);
      expect(await subscriptionTo(spare, shut)).to.equal(undefined);
    });

    it('not subscribed, POST, private stream not accessible, authorization_errors_fatal false: under `unauthorized`, success', async () => {
      const body = await subscribe(spare, [open, shut], { authorization_errors_fatal: false });
      expect(body).to.deep.equal({
        result: 'success',
        msg: '',
        subscribed: { [spare.account.email]: [open] },
        already_subscribed: {},
        unauthorized: [shut],
      });
      expect(await subscriptionTo(spare, shut)).to.equal(undefined);
    });

    it('a subscriber of a private stream can subscribe others', async () => {
      const body = await subscribe(member, [shut], { principals: [spare.account.email] });
      expect(body.subscribed).to.deep.equal({ [spare.account.email]: [shut] });
      expect(await subscriptionTo(spare, shut)).to.deep.include({
        subscribers: [member.account.user_id, spare.account.user_id],
      });
    });

    it('subscribed, DELETE, stream exists: not subscribed, under `removed`', async () => {
      const body = succeeded(await member.delete(path, { subscriptions: [open] }));
      expect(body).to.deep.equal({ result: 'success', msg: '', removed: [open], not_removed: [] });
      expect(await subscriptionTo(member, open)).to.equal(undefined);
      expect(await stream(member, open), 'a public stream stays without subscribers').to.include({ name: open });
    });

    it('not subscribed, DELETE, stream exists: not subscribed, under `not_removed`', async () => {
      const body = succeeded(await spare.delete(path, { subscriptions: [open] }));
      expect(body).to.deep.equal({ result: 'success', msg: '', removed: [], not_removed: [open] });
      const answer = succeeded(await server.as('owner').delete(path, { subscriptions: [shut] }));
      expect(answer.not_removed).to.deep.equal([shut]);
    });

    it('any, DELETE, stream does not exist: unchanged, error STREAM_DOES_NOT_EXIST', async () => {
      const answer = await member.delete(path, { subscriptions: [open, 'no <such>', 'nor this'] });
      refused(answer, {
        code: 'STREAM_DOES_NOT_EXIST',
        msg: "Stream 'no &lt;such&gt;' does not exist",
        stream: 'no <such>',
      });
      expect(await subscriptionTo(member, open)).to.include({ name: open });
    });

    it('a private stream is archived when its last subscriber leaves, and its name is free', async () => {
      succeeded(await member.delete(path, { subscriptions: [shut] }));
      expect(await stream(owner, shut, { include_all_active: true })).to.equal(undefined);
      refused(await member.delete(path, { subscriptions: [shut] }), {
        code: 'STREAM_DOES_NOT_EXIST',
        msg: `Stream '${shut}' does not exist`,
        stream: shut,
      });
      expect((await subscribe(spare, [shut])).subscribed).to.deep.equal({ [spare.account.email]: [shut] });
    });

    it('an administrator can unsubscribe others, also from a private stream; a member cannot', async () => {
      const principals = [member.account.user_id];
      refused(await spare.delete(path, { subscriptions: [open], principals }), {
        msg: 'This action requires administrative rights',
      });
      await subscribe(member, [shut], { principals: [spare.account.user_id] });
      const body = succeeded(await admin.delete(path, { subscriptions: [open, shut], principals }));
      expect(body).to.deep.include({ removed: [open, shut], not_removed: [] });
      expect(await subscriptionTo(member, open)).to.equal(undefined);
    });
  });
});
