/** A topic is deleted in parts, the newest messages before the answer; a restart in between does not end it. */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Client } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { newestFor, said } from '../support/messages.ts';
import { runningServer, startServer, type TestServer } from '../support/server.ts';

describe('deleting a topic', () => {
  lowerLimits({ topicDeletionPartMax: 10, deletedPerRequest: 5 });
  let server: TestServer;
  let admin: Client;
  let member: Client;
  before(async () => {
    server = await startServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
    admin = server.as('admin');
    member = server.as('member');
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }));
  });
  after(() => server.stop());

  const sendSeveral = async (topic: string, count: number): Promise<number[]> => {
    const one = () => said(member, 'general', topic);
    return (await Promise.all(Array.from({ length: count }, one))).sort((a, b) => a - b);
  };
  const left = async (topic: string): Promise<number[]> =>
    (await newestFor(admin, { narrow: [['topic', topic]] })).map(({ id }) => Number(id));

  it('removes its messages for everybody before it answers, and no others', async () => {
    const ids = await sendSeveral('lunch', 3);
    const others = await sendSeveral('tea', 1);
    const queue = await follow(member, {
      event_types: ['delete_message'],
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    });
    succeeded(await admin.post('/streams/1/delete_topic', { topic_name: 'LUNCH' }));
    expect(await left('lunch')).to.deep.equal([]);
    expect(await left('tea')).to.deep.equal(others);
    const news = await queue.news();
    expect(news.flatMap(({ message_ids }) => message_ids as unknown as number[]).sort((a, b) => a - b)).to.deep.equal(
      ids,
    );
    for (const event of news) expect(event).to.include({ message_type: 'stream', stream_id: 1, topic: 'lunch' });
    badRequest(await member.get(`/messages/${ids[0]}`), 'Invalid message(s)');
    succeeded(await admin.post('/streams/1/delete_topic', { topic_name: 'lunch' }));
  });

  it('of many messages continues in parts, and counts as more requests (topicDeletionPartMax, deletedPerRequest)', async () => {
    const ids = await sendSeveral('long', limits.topicDeletionPartMax + 20);
    const queue = await follow(member, { event_types: ['delete_message'] });
    const remaining = async () => Number((await admin.get('/users/me')).headers.get('X-RateLimit-Remaining'));
    const before = await remaining();
    succeeded(await admin.post('/streams/1/delete_topic', { topic_name: 'long' }));
    expect(before - (await remaining())).to.equal(2 + Math.floor(ids.length / limits.deletedPerRequest));
    expect((await left('long')).every((id) => id < (ids[20] ?? 0))).to.equal(true);
    await server.restart();
    const deleted = new Set<number>();
    while (deleted.size < ids.length)
      for (const { message_id } of await queue.awaited()) deleted.add(Number(message_id));
    expect([...deleted].sort((a, b) => a - b)).to.deep.equal(ids);
    expect(await left('long')).to.deep.equal([]);
  });

  it('is completed before messages are moved out of the topic, or into it', async () => {
    const sunk = await sendSeveral('sunk', limits.topicDeletionPartMax + 20);
    succeeded(await admin.post('/streams/1/delete_topic', { topic_name: 'sunk' }));
    const rescue = { topic: 'saved', propagate_mode: 'change_all' };
    badRequest(await member.patch(`/messages/${sunk[0]}`, rescue), 'Invalid message(s)');
    expect(await left('saved')).to.deep.equal([]);

    await sendSeveral('doomed', 20);
    const [other] = await sendSeveral('other', 1);
    await sendSeveral('doomed', limits.topicDeletionPartMax);
    succeeded(await admin.post('/streams/1/delete_topic', { topic_name: 'doomed' }));
    succeeded(await member.patch(`/messages/${other}`, { topic: 'Doomed' }));
    expect(await left('doomed')).to.deep.equal([other]);
  });

  it('is refused to others, and in streams that an administrator is not in', async () => {
    refused(await member.post('/streams/1/delete_topic', { topic_name: 'tea' }), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    const shut = { subscriptions: [{ name: 'shut' }], invite_only: true };
    succeeded(await member.post('/users/me/subscriptions', shut));
    const { stream_id: id } = succeeded(await member.get('/get_stream_id', { stream: 'shut' }));
    badRequest(await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'x' }), 'Invalid stream id');
  });
});

describe('archiving a stream', () => {
  const server = runningServer();

  it('ends its subscriptions and releases its name; users can still read the messages that they received there', async () => {
    const [owner, member, spare] = [server.as('owner'), server.as('member'), server.as('spare')];
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }] }));
    const { stream_id: id } = succeeded(await member.get('/get_stream_id', { stream: 'plans' }));
    const answer = await member.post('/messages', { type: 'stream', to: 'plans', topic: 't', content: 'kept' });
    const messageId = Number(succeeded(answer).id);
    const queues = [
      await follow(member, { event_types: ['stream', 'subscription'] }),
      await follow(spare, { event_types: ['stream'] }),
    ];
    refused(await member.delete(`/streams/${id}`), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    succeeded(await owner.delete(`/streams/${id}`));
    const received = await Promise.all(
      queues.map(async (queue) => (await queue.news()).map(({ type, op }) => `${type} ${op}`)),
    );
    expect(received).to.deep.equal([['subscription remove', 'stream delete'], ['stream delete']]);
    badRequest(await owner.delete(`/streams/${id}`), 'Invalid stream id');
    expect(succeeded(await member.get(`/messages/${messageId}`)).raw_content).to.equal('kept');
    badRequest(await spare.get(`/messages/${messageId}`), 'Invalid message(s)');
    refused(await member.post('/messages', { type: 'stream', to: 'plans', topic: 't', content: 'x' }), {
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Stream 'plans' does not exist",
      stream: 'plans',
    });
    succeeded(await spare.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }] }));
    expect(succeeded(await spare.get('/get_stream_id', { stream: 'plans' })).stream_id).not.to.equal(id);
  });
});
