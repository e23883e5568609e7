import { expect } from 'chai';
import { positionOfId } from '../../src/feed/event-ids.ts';
import { deliveredTo, feedOf, queueOf, summaries, withoutIds } from '../support/feed.ts';
import { archived, founded, joins, leaves, newUser, opened } from '../support/past-events.ts';
import { newBot, wants } from '../support/writes.ts';

/** Owner 1, members 2 and 3, guests 4 and 5, a bot of member 2 who is 6. */
const people = [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  ...newUser(3),
  ...newUser(4, { role: 600 }),
  ...newUser(5, { role: 600 }),
  ...newBot(6, 2),
];
const inPublic = [...people, opened(1, 'plans', [1, 2])];
const inPrivate = [...people, opened(1, 'plans', [2, 3], { inviteOnly: true })];

const publicViewers = { kind: 'viewers', channelId: 1, public: true };
const privateViewers = { kind: 'viewers', channelId: 1, public: false };
const users = (...userIds: number[]) => ({ kind: 'users', userIds });

describe('client events about subscriptions', () => {
  it('with a new stream: the stream, that it is occupied, the subscriptions, and the peers', () => {
    expect(summaries(feedOf(people, [opened(1, 'plans', [3, 2, 4])]))).to.deep.equal([
      ['stream create', publicViewers],
      ['stream occupy', publicViewers],
      ['subscription add', users(2, 3, 4)],
      ['subscription peer_add 2 3 4', { ...publicViewers, minus: [2, 3, 4] }],
    ]);
  });

  it('of a private stream: for its subscribers and human administrators, without `occupy`', () => {
    expect(summaries(feedOf(people, [opened(1, 'plans', [2], { inviteOnly: true })]))).to.deep.equal([
      ['stream create', privateViewers],
      ['subscription add', users(2)],
      ['subscription peer_add 2', { ...privateViewers, minus: [2] }],
    ]);
  });

  it('of a private stream: not for bots, whatever their role', () => {
    const past = [...people, ...newUser(7, { role: 200, bot: 1 }), ...newUser(8, { role: 200 })];
    const { receivedBy } = feedOf(past, [opened(1, 'plans', [2], { inviteOnly: true })]);
    expect([receivedBy(7).length, receivedBy(8).length]).to.deep.equal([0, 2]);
  });

  it('of a stream without subscribers: the stream alone', () => {
    expect(summaries(feedOf(people, [opened(1, 'plans', [])]))).to.deep.equal([['stream create', publicViewers]]);
  });

  it('for guests in a public stream, and everyone in a private one: the stream first', () => {
    expect(summaries(feedOf(inPublic, [joins(1, 3, 4)])).slice(0, 2)).to.deep.equal([
      ['stream create', users(4)],
      ['subscription add', users(3, 4)],
    ]);
    expect(summaries(feedOf(inPrivate, [joins(1, 1, 4, 6)])).slice(0, 2)).to.deep.equal([
      ['stream create', users(4, 6)],
      ['subscription add', users(1, 4, 6)],
    ]);
  });

  it('do not exist if everyone was subscribed already, or nobody was', () => {
    expect(summaries(feedOf(inPublic, [joins(1, 1, 2)]))).to.deep.equal([]);
    expect(summaries(feedOf(inPublic, [leaves(1, 3)]))).to.deep.equal([]);
    expect(summaries(feedOf([...inPublic, archived(1, 'plans')], [joins(1, 3)]))).to.deep.equal([]);
  });

  it('with the first and the last subscriber: `occupy` and `vacate` of a public stream', () => {
    const empty = [...people, opened(1, 'plans', [])];
    expect(summaries(feedOf(empty, [joins(1, 2)])).map(([what]) => what)).to.deep.equal([
      'stream occupy',
      'subscription add',
      'subscription peer_add 2',
    ]);
    expect(summaries(feedOf(inPublic, [leaves(1, 2), leaves(1, 1)])).map(([what]) => what)).to.deep.equal([
      'subscription remove',
      'subscription peer_remove 2',
      'subscription remove',
      'subscription peer_remove 1',
      'stream vacate',
    ]);
  });

  it('about removed users: the peers; deletion of the stream for those who no longer know of it', () => {
    const four = [...people, opened(1, 'plans', [1, 2, 3, 4])];
    expect(summaries(feedOf(four, [leaves(1, 4, 3)]))).to.deep.equal([
      ['subscription remove', users(3, 4)],
      ['subscription peer_remove 3 4', publicViewers],
      ['stream delete', users(4)],
    ]);
    const secret = [...people, opened(1, 'plans', [1, 2, 3], { inviteOnly: true })];
    expect(summaries(feedOf(secret, [leaves(1, 1, 3)])).at(-1)).to.deep.equal(['stream delete', users(3)]);
  });

  it("contain each user's own properties, with one body for all", () => {
    const returning = [...inPublic, wants(2, 1, { color: '#123456', is_muted: true }), leaves(1, 2)];
    const { clientEvents, state } = feedOf(returning, [joins(1, 2, 3)]);
    const [added, ...others] = clientEvents.filter(({ clientEvent }) => clientEvent.body.kind === 'subscription');
    if (!added) throw new Error('nothing was added');
    expect(others).to.deep.equal([]);
    const [mine] = deliveredTo(state, queueOf(2), added);
    const [theirs] = deliveredTo(state, queueOf(3), added);
    expect(mine).to.nested.include({
      type: 'subscription',
      op: 'add',
      'subscriptions[0].color': '#123456',
      'subscriptions[0].is_muted': true,
      'subscriptions[0].in_home_view': false,
      'subscriptions[0].stream_id': 1,
    });
    expect(mine).to.have.deep.nested.property('subscriptions[0].subscribers', [1, 2, 3]);
    expect(theirs).to.nested.include({ 'subscriptions[0].color': '#76ce90', 'subscriptions[0].in_home_view': true });
    expect(deliveredTo(state, queueOf(1), added)).to.deep.equal([]);
  });

  it('of as many users as one event may name fit into the ids of that event', () => {
    const many = Array.from({ length: 500 }, (_, index) => index + 10);
    const crowd = many.flatMap((id) => newUser(id, { role: 600 }));
    const { clientEvents } = feedOf([...people, ...crowd, opened(1, 'plans', [])], [joins(1, ...many)]);
    expect(clientEvents).to.have.length(4);
    const [first, last] = [clientEvents[0]?.eventId ?? 0, clientEvents.at(-1)?.eventId ?? 0];
    expect([positionOfId(last), last - first]).to.deep.equal([positionOfId(first), 502]);
    const returning = many.map((id) => wants(id, 1, { pin_to_top: true }));
    const again = feedOf([...people, ...crowd, opened(1, 'plans', []), ...returning], [joins(1, ...many)]);
    expect(again.clientEvents).to.have.length(4);
  });

  it('one for each property that changed; muting by its older name with the opposite meaning', () => {
    const { receivedBy } = feedOf(inPublic, [wants(2, 1, { is_muted: true, push_notifications: null })]);
    const shared = { type: 'subscription', op: 'update', email: 'user2@test.example', stream_id: 1, name: 'plans' };
    expect(withoutIds(receivedBy(2))).to.deep.equal([
      { ...shared, property: 'in_home_view', value: false },
      { ...shared, property: 'push_notifications', value: null },
    ]);
    expect(receivedBy(1)).to.deep.equal([]);
  });
});
