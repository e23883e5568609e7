/** Client events that are stored once and served in parts: clients get the same events, with the same ids, as if each were stored. */
import { expect } from 'chai';
import { positionOfId } from '../../src/feed/event-ids.ts';
import { eventIdsOf, peerParts } from '../../src/feed/parts.ts';
import { feedOf } from '../support/feed.ts';
import { founded, inTopic, joins, leaves, moves, newUser, opened, sends } from '../support/past-events.ts';

const crowd = Array.from({ length: 450 }, (_, at) => at + 10);
const people = [founded(), ...newUser(1), ...newUser(2), ...crowd.flatMap((id) => newUser(id))];
const inStream = [...people, opened(1, 'plans', [1])];

describe('a client event in parts', () => {
  it('is one small event for each stream that many users join', () => {
    const { clientEvents } = feedOf(inStream, [joins(1, ...crowd)]);
    expect(clientEvents.map(({ clientEvent }) => clientEvent.body.kind)).to.deep.equal(['subscription', 'peers']);
    expect(JSON.stringify(clientEvents).length).to.be.below(20_000);
  });

  it('sends others one for each of them, with ascending ids', () => {
    const { clientEvents, receivedBy } = feedOf(inStream, [joins(1, ...crowd)]);
    const received = receivedBy(1);
    expect(received.map(({ user_id }) => user_id)).to.deep.equal(crowd);
    const ids = received.map(({ id }) => id as number);
    expect(ids).to.deep.equal(crowd.map((_, at) => (ids[0] ?? 0) + at));
    expect(ids.at(-1)).to.equal(clientEvents.at(-1)?.eventId);
    expect(new Set(ids.map(positionOfId)).size).to.equal(1);
    expect(received[0]).to.deep.equal({ type: 'subscription', op: 'peer_add', stream_id: 1, user_id: 10, id: ids[0] });
  });

  it('continues after the last part that a queue has', () => {
    const { receivedBy } = feedOf(inStream, [joins(1, ...crowd)]);
    const received = (start: number) => receivedBy(1, {}, start);
    const all = received(0);
    for (const seen of [1, 7, 449, 450]) expect(received(all[seen - 1]?.id as number)).to.deep.equal(all.slice(seen));
  });

  it('informs those who leave together about each other, and nobody about themselves', () => {
    const feed = feedOf([...people, opened(1, 'plans', [1, 2, 10, 11])], [leaves(1, 2, 10, 11)]);
    const receivedBy = (id: number) =>
      feed
        .receivedBy(id)
        .filter(({ op }) => op === 'peer_remove')
        .map(({ user_id }) => user_id);
    expect([receivedBy(1), receivedBy(2), receivedBy(10), receivedBy(12)]).to.deep.equal([
      [2, 10, 11],
      [10, 11],
      [2, 11],
      [2, 10, 11],
    ]);
  });

  it('sends clients without bulk deletion each message that a move takes from them, and continues after their last part', () => {
    const guest = [...newUser(3, { role: 600 }), opened(2, 'goals', [1]), opened(1, 'plans', [1, 3])];
    const ids = [1, 2, 3, 4];
    const messages = ids.map((id) => sends(id, 1, inTopic(1, 'tea')));
    const moved = moves(1, { channel: 1, topic: 'tea' }, { channel: 2, topic: 'tea' }, 'all');
    const { clientEvents, receivedBy } = feedOf([...people, ...guest, ...messages], [moved]);
    const received = (bulkMessageDeletion: boolean, start = 0) => receivedBy(3, { bulkMessageDeletion }, start);
    const all = received(false);
    expect(all.map(({ message_id }) => message_id)).to.deep.equal(ids);
    expect(all[0]).to.include({ type: 'delete_message', message_type: 'stream', stream_id: 1, topic: 'tea' });
    for (const seen of ids) expect(received(false, all[seen - 1]?.id as number)).to.deep.equal(all.slice(seen));
    const [whole, ...more] = received(true);
    expect(more).to.deep.equal([]);
    expect(whole).to.deep.include({ message_ids: ids, id: all.at(-1)?.id });
    expect(new Set(clientEvents.map(({ eventId }) => eventId)).size).to.equal(2);
  });

  it('is only for queues that want its type', () => {
    expect(feedOf(inStream, [joins(1, 10)]).receivedBy(1, { eventTypes: ['message'] })).to.deep.equal([]);
  });

  it('has the id of its last part', () => {
    const body = { kind: 'peers', op: 'peer_add', channelId: 1, userIds: [4, 5, 6] } as never;
    const plain = { body: { kind: 'plain', fields: {} } } as never;
    const ids = eventIdsOf(3, [plain, { body }, plain]);
    expect(ids.map((id) => id - 3 * 1024)).to.deep.equal([0, 3, 4]);
    expect(peerParts(ids[1] ?? 0, body, 9 as never, 0).map(({ id }) => id - 3 * 1024)).to.deep.equal([1, 2, 3]);
  });
});
