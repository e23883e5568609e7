/** GET and DELETE /events: every parameter, and when a poll is answered with what (docs/api.md, Event queues). */
import { expect } from 'chai';
import type { EventQueues } from '../../src/queues/event-queues.ts';
import { type Loose, list } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('/events', () => {
  const server = runningServer({ VERBATIM_HEARTBEAT_SECS: '1' });
  const member = server.as('member');
  const spare = server.as('spare');
  before(async () => {
    succeeded(await spare.post('/users/me/subscriptions', { subscriptions: [{ name: 'theirs' }] }));
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true };
    succeeded(await spare.post('/users/me/subscriptions', secret));
  });

  const say = async (content: string, to: object = { type: 'private', to: [member.account.user_id] }) =>
    Number(succeeded(await spare.post('/messages', { ...to, content })).id);
  const inTopic = (stream: string, topic = 't') => ({ type: 'stream', to: stream, topic });
  const contents = (events: readonly Loose[]) => events.map((event) => String(event.message?.content));
  const waiting = async (): Promise<void> => {
    while ((server.application.services.queues as EventQueues).counts().waiting === 0)
      succeeded(await spare.get('/server_settings'));
  };
  const typed = (events: readonly Loose[]) => events.map(({ type }) => String(type));

  describe('GET', () => {
    it('blocking: waits for an event, and answers with it and `queue_id`', async () => {
      const { queueId, state } = await follow(member, { event_types: ['message'] });
      const polled = member.get('/events', { queue_id: queueId, last_event_id: state.last_event_id });
      await waiting();
      await say('wake up');
      const body = succeeded(await polled);
      expect(body).to.have.all.keys('events', 'queue_id', 'msg', 'result');
      expect(body.queue_id).to.equal(queueId);
      expect(contents(list(body.events))).to.deep.equal(['wake up']);
    });

    it('blocking without events: a heartbeat after the configured time, whatever event_types says', async () => {
      const queue = await follow(member, { event_types: ['muted_topics'] });
      const began = performance.now();
      const events = await queue.awaited();
      expect(performance.now() - began).to.be.above(900);
      expect(typed(events)).to.deep.equal(['heartbeat']);
      expect(events[0]).to.have.all.keys('id', 'type');
      expect(events[0]?.id).to.satisfy(Number.isSafeInteger);
      succeeded(
        await member.patch('/users/me/subscriptions/muted_topics', { stream: 'general', topic: 'x', op: 'add' }),
      );
      expect(
        typed(await queue.news()),
        'a heartbeat does not acknowledge events that were not delivered',
      ).to.deep.equal(['muted_topics']);
    });

    it('dont_block: answers at once, with no events if there are none', async () => {
      const { queueId } = await follow(member, { event_types: ['message'] });
      const body = succeeded(await member.get('/events', { queue_id: queueId, dont_block: true }));
      expect(body).to.deep.equal({ result: 'success', msg: '', queue_id: queueId, events: [] });
    });

    it('ids are ascending integers; last_event_id asks for newer events only', async () => {
      const { queueId } = await follow(member, { event_types: ['message'] });
      for (const content of ['1', '2', '3']) await say(content);
      const poll = async (last_event_id: unknown) =>
        list(succeeded(await member.get('/events', { queue_id: queueId, last_event_id, dont_block: true })).events);
      const all = await poll(-1);
      const ids = all.map(({ id }) => Number(id));
      expect(ids).to.satisfy((list: number[]) => list.every(Number.isSafeInteger));
      expect(ids).to.deep.equal([...new Set(ids)].sort((a, b) => a - b));
      expect(contents(await poll(ids[0]))).to.deep.equal(['2', '3']);
      expect(contents(await poll(ids[1]))).to.deep.equal(['3']);
      expect(await poll(ids[2])).to.deep.equal([]);
      expect(contents(await poll(ids[0])), 'events above an older last_event_id are delivered again').to.deep.equal([
        '2',
        '3',
      ]);
      expect(contents(await poll(-1)), 'from the start').to.deep.equal(['1', '2', '3']);
      expect(contents(await poll(-4711))).to.deep.equal(['1', '2', '3']);
    });

    it('without last_event_id: all unacknowledged events', async () => {
      const { queueId } = await follow(member, { event_types: ['message'] });
      await say('1');
      await say('2');
      const poll = async (more = {}) =>
        list(succeeded(await member.get('/events', { queue_id: queueId, dont_block: true, ...more })).events);
      const [first] = await poll();
      expect(contents(await poll())).to.deep.equal(['1', '2']);
      expect(contents(await poll({ last_event_id: first?.id }))).to.deep.equal(['2']);
      expect(contents(await poll())).to.deep.equal(['2']);
    });

    it('a queue has no messages from before its registration', async () => {
      await say('too early');
      const queue = await follow(member, { event_types: ['message'] });
      await say('in time');
      expect(contents(await queue.news())).to.deep.equal(['in time']);
    });

    it('a second poll of a queue ends the first', async () => {
      const { queueId, state } = await follow(member, { event_types: ['message'] });
      const poll = () => member.get('/events', { queue_id: queueId, last_event_id: state.last_event_id });
      const first = poll();
      await waiting();
      const second = poll();
      expect(list(succeeded(await first).events)).to.deep.equal([]);
      await say('for the second');
      expect(contents(list(succeeded(await second).events))).to.deep.equal(['for the second']);
    });

    it('a last_event_id above the newest event is refused in the words of the original API', async () => {
      const { queueId } = await follow(member);
      const answer = await member.get('/events', { queue_id: queueId, last_event_id: 2 ** 52, dont_block: true });
      badRequest(answer, `Event ${2 ** 52} was not in this queue`);
    });

    for (const dont_block of [true, false])
      it(`without queue_id: registers one from the registration's parameters, dont_block ${dont_block}`, async () => {
        const asked = { event_types: ['message'], apply_markdown: true, narrow: [['stream', 'theirs']], dont_block };
        const body = succeeded(await member.get('/events', asked));
        expect(body).to.have.all.keys('events', 'queue_id', 'msg', 'result');
        expect(body.queue_id).to.match(/^\d+:\d+$/);
        expect(typed(list(body.events))).to.deep.equal(dont_block ? [] : ['heartbeat']);
        await say('**narrow**', inTopic('theirs'));
        await say('elsewhere');
        const polled = await member.get('/events', { queue_id: body.queue_id, dont_block: true });
        expect(contents(list(succeeded(polled).events))).to.deep.equal(['<p><strong>narrow</strong></p>']);
      });

    it('without queue_id, the parameters of a registration are checked', async () => {
      badRequest(await member.get('/events', { event_types: 'message' }), 'Argument "event_types" is not valid JSON.');
      badRequest(await member.get('/events', { dont_block: 'yes' }), 'Argument "dont_block" is not valid JSON.');
    });
  });

  it('DELETE: queue_id is required', async () => {
    refused(await member.delete('/events'), {
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'queue_id' argument",
      var_name: 'queue_id',
    });
  });

  describe('options of a queue', () => {
    it('event_types: only these types, by either name; unknown types match nothing; an empty list means no events', async () => {
      const spec = await follow(member, { event_types: ['message_deleted', 'subscriptions', 'no_such'] });
      const wire = await follow(member, { event_types: ['delete_message', 'subscription'] });
      const both = await follow(member, { event_types: ['message_deleted', 'delete_message'] });
      const none = await follow(member, { event_types: [] });
      const all = await follow(member);
      const wired = await follow(member, { event_types: 'null' });
      const family = await follow(member, { client: 'ZulipMobile' });
      const id = await say('deleted soon', inTopic('general'));
      succeeded(await server.as('admin').delete(`/messages/${id}`));
      succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'typed' }] }));
      expect(new Set(typed(await spec.news()))).to.deep.equal(new Set(['message_deleted', 'subscriptions']));
      expect(new Set(typed(await wire.news()))).to.deep.equal(new Set(['delete_message', 'subscription']));
      expect(typed(await both.news())).to.deep.equal(['delete_message']);
      expect(await none.news()).to.deep.equal([]);
      expect(typed(await all.news()))
        .to.include('message')
        .and.include('stream')
        .and.include('subscriptions');
      expect(typed(await wired.news()))
        .to.include('subscription')
        .and.not.include('subscriptions');
      expect(typed(await family.news()))
        .to.include('subscription')
        .and.not.include('subscriptions');
    });

    it('narrow: filters messages only, by stream, topic, sender and is', async () => {
      for (const [narrow, expected] of [
        [[['stream', 'THEIRS']], ['a', 'b']],
        [
          [
            ['stream', 'theirs'],
            ['topic', 'ONE'],
          ],
          ['a'],
        ],
        [[['sender', spare.account.email]], ['a', 'b', 'c']],
        [[['sender', member.account.email]], []],
        [[['is', 'private']], ['c']],
      ] as const) {
        const queue = await follow(member, { event_types: ['message'], narrow });
        await say('a', inTopic('theirs', 'one'));
        await say('b', inTopic('theirs', 'two'));
        await say('c');
        expect(contents(await queue.news()), JSON.stringify(narrow)).to.deep.equal(expected);
      }
    });

    it('all_public_streams: messages of every public stream and no private one; without effect for guests', async () => {
      const all = await follow(member, { event_types: ['message'], all_public_streams: true });
      const own = await follow(member, { event_types: ['message'], all_public_streams: false });
      const guest = await follow(server.as('guest'), { event_types: ['message'], all_public_streams: true });
      await say('public', inTopic('theirs'));
      await say('hidden', inTopic('secret'));
      const events = await all.news();
      expect(contents(events)).to.deep.equal(['public']);
      expect(events[0]?.flags).to.deep.equal([]);
      expect(await own.news()).to.deep.equal([]);
      expect(await guest.news()).to.deep.equal([]);
    });

    it('apply_markdown and client_gravatar, by either parameter name', async () => {
      const plain = await follow(member, { event_types: ['message'] });
      const html = await follow(member, { event_types: ['message'], apply_markdown: true, client_gravatar: true });
      const host = await follow(member, { event_types: ['message'], client_avatarhost: true });
      await say('**x**');
      expect((await plain.news())[0]?.message).to.include({ content: '**x**' });
      const [rendered] = await html.news();
      expect(rendered?.message).to.include({ content: '<p><strong>x</strong></p>', avatar_url: null });
      expect((await host.news())[0]?.message).to.include({ avatar_url: null });
    });

    it('flags of a mention', async () => {
      const queue = await follow(member, { event_types: ['message'] });
      await say(`@**${member.account.full_name}**`, inTopic('general'));
      await say('@**all**', inTopic('general'));
      expect((await queue.news()).map(({ flags }) => flags)).to.deep.equal([['mentioned'], ['wildcard_mentioned']]);
    });
  });
});
