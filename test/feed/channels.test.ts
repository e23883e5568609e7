import { expect } from 'chai';
import { streamEmailAddress } from '../../src/wire/stream-email.ts';
import { feedOf, summaries, withoutIds } from '../support/feed.ts';
import { archived, founded, inTopic, mutes, newUser, opened, sends } from '../support/past-events.ts';
import { announcesIn, channelRenamed, madeDefault } from '../support/writes.ts';

/** Owner 1, member 2, member 3, guest 4. */
const people = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), ...newUser(3), ...newUser(4, { role: 600 })];
const inPublic = [...people, opened(1, 'plans', [2, 4])];
const publicViewers = { kind: 'viewers', channelId: 1, public: true };
const users = (...userIds: number[]) => ({ kind: 'users', userIds });

describe('client events about streams', () => {
  it('for a new one: the stream as in a registration, without subscribers', () => {
    const [created] = feedOf(people, [opened(1, 'plans', [2])]).receivedBy(3);
    expect(created).to.nested.include({
      type: 'stream',
      op: 'create',
      'streams[0].stream_id': 1,
      'streams[0].name': 'plans',
      'streams[0].email_address': streamEmailAddress({ channelId: 1, name: 'plans' }, 'test.example'),
      'streams[0].stream_weekly_traffic': null,
    });
    expect(created).not.to.have.nested.property('streams[0].subscribers');
  });

  it('for a renamed one: its address and its name, under its old name', () => {
    const { receivedBy, clientEvents } = feedOf(inPublic, [channelRenamed(1, 'goals', 'plans')]);
    expect(clientEvents.map(({ clientEvent }) => clientEvent.scope)).to.deep.equal([publicViewers, publicViewers]);
    const shared = { type: 'stream', op: 'update', stream_id: 1, name: 'plans' };
    const address = streamEmailAddress({ channelId: 1, name: 'goals' }, 'test.example');
    expect(withoutIds(receivedBy(2))).to.deep.equal([
      { ...shared, property: 'email_address', value: address },
      { ...shared, property: 'name', value: 'goals' },
    ]);
  });

  it('for a renamed one that is a default stream or has muted topics: these lists', () => {
    const past = [...inPublic, madeDefault(1), mutes(3, 1, 'lunch')];
    const events = feedOf(past, [channelRenamed(1, 'goals', 'plans')]).receivedBy(3);
    expect(events).to.have.nested.property('[2].default_streams[0].name', 'goals');
    expect(events).to.have.deep.nested.property('[3].muted_topics[0][0]', 'goals');
    expect(events).to.have.length(4);
  });

  it('for an archived one: the removal for subscribers, the deletion for everyone who knew of it', () => {
    expect(summaries(feedOf(inPublic, [archived(1, 'plans')]))).to.deep.equal([
      ['subscription remove', users(2, 4)],
      ['stream delete', { kind: 'non-guests', plus: [4] }],
    ]);
    const secret = [...people, opened(1, 'plans', [2, 4], { inviteOnly: true })];
    expect(summaries(feedOf(secret, [archived(1, 'plans')]))).to.deep.equal([
      ['subscription remove', users(2, 4)],
      ['stream delete', { kind: 'administrators', plus: [2, 4] }],
    ]);
    const empty = [...people, opened(1, 'plans', [])];
    expect(summaries(feedOf(empty, [archived(1, 'plans')])).map(([what]) => what)).to.deep.equal(['stream delete']);
  });

  it('for an archived one with more subscribers than the membership changes that are kept', () => {
    const crowd = Array.from({ length: 2_500 }, (_, index) => index + 10);
    const past = [...people, opened(1, 'plans', crowd, { inviteOnly: true })];
    const { receivedBy } = feedOf(past, [archived(1, 'plans')]);
    for (const id of [10, 1_000, 2_509]) expect(receivedBy(id)).to.have.length(2);
    expect(receivedBy(3)).to.deep.equal([]);
  });

  it('for an archived one: default streams, announcement stream and muted topics, if it was one of them', () => {
    const past = [...inPublic, madeDefault(1), announcesIn(1), mutes(3, 1, 'lunch'), mutes(2, 1, 'tea')];
    const feed = feedOf(past, [archived(1, 'plans')]);
    expect(summaries(feed).slice(2)).to.deep.equal([
      ['default_streams', { kind: 'non-guests' }],
      ['realm update notifications_stream_id', { kind: 'everyone' }],
      ['muted_topics', users(2, 3)],
    ]);
    const mine = feed.receivedBy(3);
    expect(mine.find(({ type }) => type === 'realm')).to.include({ value: -1 });
    expect(mine.find(({ type }) => type === 'muted_topics')).to.deep.include({ muted_topics: [] });
  });

  it('contain the id of their oldest message', () => {
    const past = [...inPublic, sends(5, 2, inTopic(1, 'b')), sends(6, 2, inTopic(1, 'a'))];
    const deleted = feedOf(past, [archived(1, 'plans')]).receivedBy(3);
    expect(deleted).to.have.nested.property('[0].streams[0].first_message_id', 5);
  });
});
