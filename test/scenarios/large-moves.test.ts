/** A move of many messages is done in parts, between which others read; a restart in between does not end it. */
import { expect } from 'chai';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { partsOf } from '../../src/vocabulary/log-streams.ts';
import { list } from '../support/client.ts';
import { appendTogether } from '../support/engine.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { listedFor, newestFor } from '../support/messages.ts';
import { inTopic, sends } from '../support/past-events.ts';
import { runningServer } from '../support/server.ts';
import { withResolvers } from '../support/with-resolvers.ts';

describe('moving a topic of many messages', () => {
  lowerLimits({ topicMovePartMax: 20, topicDeletionPartMax: 10 });
  const count = 50;
  const server = runningServer();
  const member = server.as('member');
  let last: number;
  before(async () => {
    await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const { body } = await member.get('/get_stream_id', { stream: 'general' });
    const place = inTopic(Number(body.stream_id), 'long');
    const before = server.application.services.realm(1 as RealmId).topics.lastMessageId;
    const ids = Array.from({ length: count }, (_, number) => before + 1 + number);
    await appendTogether(
      server.application.log,
      ids.map((id) => sends(id, member.account.user_id, place)),
    );
    await server.application.caughtUp();
    last = before + count;
  });

  const messagesIn = async (topic: string): Promise<number> =>
    (await newestFor(member, { num_before: 5000, narrow: [['topic', topic]] })).length;

  /** The ids that client events say were moved, until there are as many as expected. */
  async function movedIds(queue: { queue_id: unknown; last_event_id: unknown }, expected: number) {
    const parts: number[][] = [];
    let lastEventId = Number(queue.last_event_id);
    while (parts.flat().length < expected) {
      const { body } = await member.get('/events', { queue_id: queue.queue_id, last_event_id: lastEventId });
      for (const event of list(body.events)) {
        lastEventId = Number(event.id);
        if (String(event.type) !== 'update_message') continue;
        expect(event).to.include({ user_id: member.account.user_id, message_id: last });
        parts.push(event.message_ids as unknown as number[]);
      }
    }
    return parts;
  }

  it('reaches clients in parts, the requested message first, while others read, and across a restart (topicMovePartMax)', async () => {
    const queue = (await member.post('/register', { event_types: ['update_message'] })).body as never;
    const moved = await member.patch(`/messages/${last}`, { topic: 'short', propagate_mode: 'change_all' });
    expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    expect(await listedFor(member, last)).to.include({ id: last, subject: 'short' });
    await server.restart();
    const parts = await movedIds(queue, count);
    expect(parts.length).to.equal(Math.ceil(count / limits.topicMovePartMax));
    expect(parts[0]).to.include(last);
    expect(new Set(parts.flat()).size).to.equal(count);
    expect(await messagesIn('short')).to.equal(count);
    expect(await messagesIn('long')).to.equal(0);
    const { message_history: history } = (await member.get(`/messages/${last}/history`)).body;
    expect(list(history)).to.have.length(2);
  });

  it('is completed before the next move of the topic, so that a topic that is moved back is complete', async () => {
    const queue = (await member.post('/register', { event_types: ['update_message'] })).body as never;
    for (const topic of ['away', 'back']) {
      const moved = await member.patch(`/messages/${last}`, { topic, propagate_mode: 'change_all' });
      expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    }
    expect(await messagesIn('short')).to.equal(0);
    await movedIds(queue, 2 * count);
    expect(await messagesIn('away')).to.equal(0);
    expect(await messagesIn('back')).to.equal(count);
  });

  it('does not delay moves of other topics, or requests that are refused', async () => {
    const { log } = server.application;
    const { append } = log;
    const { promise: mayGoOn, resolve: goOn } = withResolvers();
    const held: typeof append = async (stream, events, ...more) => {
      if (partsOf(stream)?.kind === 'reaction' && stream.endsWith('.topic-moves')) await mayGoOn;
      return append(stream, events, ...more);
    };
    Object.assign(log, { append: held });
    const [admin, guest] = [server.as('admin'), server.as('guest')];
    const elsewhere = { subscriptions: [{ name: 'elsewhere' }] };
    expect((await admin.post('/users/me/subscriptions', elsewhere)).status).to.equal(200);
    const answer = await admin.post('/messages', {
      type: 'stream',
      to: 'elsewhere',
      topic: 'other',
      content: 'a word',
    });
    const queue = (await member.post('/register', { event_types: ['update_message'] })).body as never;
    const moved = await member.patch(`/messages/${last}`, { topic: 'held', propagate_mode: 'change_all' });
    expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    const refused = await guest.patch(`/messages/${last}`, { topic: 'stolen' });
    expect(refused.body).to.include({ msg: 'The time limit for editing this message has passed' });
    const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
    const brought = await admin.patch(`/messages/${answer.body.id}`, { stream_id: 1, ...quietly });
    expect(brought.status, JSON.stringify(brought.body)).to.equal(200);
    expect(await messagesIn('other')).to.equal(1);
    goOn();
    await movedIds(queue, count);
    Object.assign(log, { append });
  });

  it('is completed before the topic is deleted, so that no message arrives after the deletion', async () => {
    const moved = await member.patch(`/messages/${last}`, { topic: 'gone', propagate_mode: 'change_all' });
    expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    const deleted = await server.as('admin').post('/streams/1/delete_topic', { topic_name: 'gone' });
    expect(deleted.status, JSON.stringify(deleted.body)).to.equal(200);
    // The next move into the topic waits for the deletion.
    const { body } = await member.post('/messages', { type: 'stream', to: 'general', topic: 'new', content: 'a word' });
    expect((await member.patch(`/messages/${body.id}`, { topic: 'gone' })).status).to.equal(200);
    expect(await messagesIn('gone')).to.equal(1);
  });
});
