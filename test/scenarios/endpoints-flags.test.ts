/** Flags of messages: setting them, marking places as read, and what listings, narrows and events say (docs/api.md, Flags). */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { newestFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('flags of messages', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const member = server.as('member');
  const spare = server.as('spare');
  let streams: Readonly<Record<string, number>>;
  before(async () => {
    const ids = [owner.account.user_id, member.account.user_id];
    for (const name of ['plans', 'goals'])
      succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: ids }));
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true }));
    const found = list(succeeded(await owner.get('/streams', { include_all_active: true })).streams);
    streams = Object.fromEntries(found.map(({ name, stream_id }) => [String(name), Number(stream_id)]));
  });
  // Each test begins with nothing unread.
  beforeEach(async () => {
    succeeded(await member.post('/mark_all_as_read'));
  });

  const say = (to: unknown = 'plans', topic = 'x', by = owner): Promise<number> => said(by, to, topic, 'hello');
  const sendPrivate = async (): Promise<number> =>
    Number(
      succeeded(await owner.post('/messages', { type: 'private', to: [member.account.user_id], content: 'hello' })).id,
    );
  const set = (messages: readonly number[], flag = 'read', op = 'add', by = member) =>
    by.post('/messages/flags', { messages, flag, op });
  const listing = (narrow: unknown[] = [], more: object = {}, by = member): Promise<Loose[]> =>
    newestFor(by, { narrow, ...more });
  const flagsOf = async (id: number, by = member): Promise<unknown> =>
    (await listing([{ operator: 'stream', operand: 'plans' }], {}, by)).find((one) => Number(one.id) === id)?.flags;
  const found = async (operand: string): Promise<number[]> =>
    (await listing([{ operator: 'is', operand }])).map(({ id }) => Number(id));

  it('are set and removed; each change is an event only for the user', async () => {
    const [own, others] = [await follow(member), await follow(owner, { event_types: ['update_message_flags'] })];
    const id = await say();
    await own.news();
    for (const flag of ['read', 'starred', 'collapsed'] as const) {
      expect(await flagsOf(id)).to.deep.equal([]);
      for (const op of ['add', 'remove'] as const) {
        expect(succeeded(await set([id], flag, op)).messages).to.deep.equal([id]);
        expect(await flagsOf(id)).to.deep.equal(op === 'add' ? [flag] : []);
        const [event, ...more] = await own.news();
        expect(more).to.deep.equal([]);
        expect(event).to.include({ type: 'update_message_flags', operation: op, flag, all: false });
        expect(event?.messages).to.deep.equal([id]);
        // The second time nothing changes.
        succeeded(await set([id], flag, op));
        expect(await own.news()).to.deep.equal([]);
      }
    }
    expect(await others.news()).to.deep.equal([]);
    expect(await flagsOf(id, owner)).to.deep.equal([]);
  });

  it('are used by `is:unread`, `is:starred` and `first_unread`', async () => {
    const ids = [await say(), await sendPrivate(), await say('goals'), await say()] as const;
    expect(await found('unread')).to.deep.equal(ids);
    const unread = { num_before: 1, num_after: 1 };
    const first = async (more: object) =>
      Number(succeeded(await member.get('/messages', { ...unread, ...more })).anchor);
    expect(await first({ anchor: 'first_unread' })).to.equal(ids[0]);
    succeeded(await set([ids[0], ids[2]]));
    expect(await found('unread')).to.deep.equal([ids[1], ids[3]]);
    expect(await first({ anchor: 0, use_first_unread_anchor: true })).to.equal(ids[1]);
    const narrow = [{ operator: 'stream', operand: 'plans' }];
    expect(await first({ anchor: 'first_unread', narrow })).to.equal(ids[3]);
    succeeded(await set([ids[1], ids[3]]));
    expect(await first({ anchor: 'first_unread' })).to.equal(10_000_000_000_000_000);
    succeeded(await set([ids[1]], 'starred'));
    expect(await found('starred')).to.deep.equal([ids[1]]);
    const answer = await member.get('/messages/matches_narrow', {
      msg_ids: [...ids],
      narrow: [{ operator: 'is', operand: 'starred' }],
    });
    expect(Object.keys(succeeded(answer).messages as object)).to.deep.equal([String(ids[1])]);
    succeeded(await set([ids[1]], 'starred', 'remove'));
  });

  it('are marked for all messages, for a stream, for a topic', async () => {
    const queue = await follow(member, { event_types: ['update_message_flags'] });
    const say4 = async () => [await say(), await say('plans', 'y'), await say('goals'), await sendPrivate()] as const;
    const marked = async () => (await queue.news()).map(({ messages, all, flag }) => [flag, all, messages]);
    let ids = await say4();
    succeeded(await member.post('/mark_topic_as_read', { stream_id: streams.plans, topic_name: 'Y' }));
    expect(await found('unread')).to.deep.equal([ids[0], ids[2], ids[3]]);
    expect(await marked()).to.deep.equal([['read', false, [ids[1]]]]);
    succeeded(await member.post('/mark_stream_as_read', { stream_id: streams.plans }));
    expect(await found('unread')).to.deep.equal([ids[2], ids[3]]);
    expect(await marked()).to.deep.equal([['read', false, [ids[0]]]]);
    succeeded(await member.post('/mark_all_as_read'));
    expect(await found('unread')).to.deep.equal([]);
    expect(await marked()).to.deep.equal([['read', true, []]]);
    ids = await say4();
    expect(await found('unread')).to.deep.equal(ids);
    expect(await marked()).to.deep.equal([]);
  });

  it('are sent correctly if a message arrives while everything is marked as read', async () => {
    const queue = await follow(member, { event_types: ['update_message_flags'] });
    const before = await say();
    const { log } = server.application;
    const { append } = log;
    const meanwhile: number[] = [];
    const after: typeof append = async (stream, events, ...more) => {
      if (events.some(({ type }) => type === 'AllMessagesRead')) meanwhile.push(await say());
      return append(stream, events, ...more);
    };
    Object.assign(log, { append: after });
    succeeded(await member.post('/mark_all_as_read'));
    Object.assign(log, { append });
    expect(await found('unread')).to.deep.equal(meanwhile);
    const received = (await queue.news()).map(({ messages, all }) => [all, messages]);
    expect(received).to.deep.equal([[false, [before]]]);
  });

  it('of messages that the user did not receive: starred, and read history', async () => {
    const id = await say();
    expect(succeeded(await set([id], 'starred', 'add', spare)).messages).to.deep.equal([id]);
    expect(await flagsOf(id, spare)).to.deep.equal(['read', 'starred', 'historical']);
    const starred = await listing([{ operator: 'is', operand: 'starred' }], {}, spare);
    expect(starred.map((one) => Number(one.id))).to.deep.equal([id]);
    badRequest(await set([id], 'read', 'add', spare), 'Invalid message(s)');
  });

  it('are removed with deleted messages, and hidden with those that the user may no longer see', async () => {
    const [id, other] = [await say(), await say()];
    succeeded(await set([id, other], 'starred'));
    succeeded(await owner.delete(`/messages/${id}`));
    expect(await found('starred')).to.deep.equal([other]);
    badRequest(await set([id], 'starred', 'remove'), 'Invalid message(s)');
    const principals = [member.account.user_id];
    const subscriptions = ['secret'];
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals }));
    const hidden = await say('secret');
    succeeded(await owner.delete('/users/me/subscriptions', { subscriptions, principals }));
    const later = await say('secret');
    succeeded(await set([hidden], 'starred'));
    badRequest(await set([later], 'starred'), 'Invalid message(s)');
    badRequest(await set([later]), 'Invalid message(s)');
    expect(await found('starred')).to.deep.equal([other, hidden]);
    // Who left has nothing to read there.
    expect(await found('unread')).to.not.include(hidden);
    succeeded(await set([other, hidden], 'starred', 'remove'));
  });

  it('are not listed by a registration when the message is moved to a place that the user may not see', async () => {
    const guest = server.as('guest');
    for (const name of ['here', 'there']) {
      const principals = [owner.account.user_id, ...(name === 'here' ? [guest.account.user_id] : [])];
      succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals }));
    }
    const [moved, other] = [await say('here'), await say('here')];
    succeeded(await set([moved, other], 'starred', 'add', guest));
    const starred = async () =>
      succeeded(await guest.post('/register', { event_types: ['starred_messages'] })).starred_messages;
    expect(await starred()).to.deep.equal([moved, other]);
    const { stream_id } = succeeded(await owner.get('/get_stream_id', { stream: 'there' }));
    const move = { stream_id, topic: 'x', propagate_mode: 'change_one' };
    succeeded(await owner.patch(`/messages/${moved}`, move));
    expect(await starred()).to.deep.equal([other]);
  });

  it('are counted by a registration', async () => {
    const ids = [await say(), await say('goals', 'y'), await sendPrivate()] as const;
    succeeded(await set([ids[0]], 'starred'));
    const state = succeeded(
      await member.post('/register', { event_types: ['message', 'update_message_flags', 'starred_messages'] }),
    );
    const sender = owner.account.user_id;
    expect(state.starred_messages).to.deep.equal([ids[0]]);
    expect(state.unread_msgs).to.deep.equal({
      pms: [{ sender_id: sender, unread_message_ids: [ids[2]] }],
      streams: [
        { stream_id: streams.plans, topic: 'x', unread_message_ids: [ids[0]], sender_ids: [sender] },
        { stream_id: streams.goals, topic: 'y', unread_message_ids: [ids[1]], sender_ids: [sender] },
      ].sort((a, b) => Number(a.stream_id) - Number(b.stream_id)),
      huddles: [],
      mentions: [],
      count: 3,
    });
    succeeded(await set([ids[0]], 'starred', 'remove'));
  });

  it('survive a restart, and a rebuild of the read models', async () => {
    const [id, other] = [await say(), await say()];
    succeeded(await set([id]));
    await server.restart();
    expect(await found('unread')).to.deep.equal([other]);
  });

  it('are refused with the documented errors', async () => {
    const id = await say();
    badRequest(await set([id], 'mentioned'), "Flag not editable: 'mentioned'");
    badRequest(await set([id], 'historical'), "Flag not editable: 'historical'");
    badRequest(await set([id], 'fine'), "Invalid flag: 'fine'");
    badRequest(await set([]), 'Invalid message(s)');
    badRequest(await set([id + 1_000]), 'Invalid message(s)');
    badRequest(await member.post('/mark_stream_as_read', { stream_id: 999 }), 'Invalid stream id');
    badRequest(
      await member.post('/mark_topic_as_read', { stream_id: streams.plans, topic_name: 'nothing' }),
      "No such topic 'nothing'",
    );
  });
});
