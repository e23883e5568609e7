import { expect } from 'chai';
import { updateUser } from '../../commands/user/update-user.ts';
import type { Role } from '../../src/vocabulary/roles.ts';
import { defaultGroupCreated } from '../support/default-group-writes.ts';
import { feedOf, summaries } from '../support/feed.ts';
import { type Given, given } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { archived, founded, joins, leaves, newUser, opened } from '../support/past-events.ts';
import { deactivated, madeDefault, newBot, reactivated, roleChanged, wants } from '../support/writes.ts';

/** User 2 is in public 1, left public 2 and private 4, was never in public 3 and private 5; 6 is archived. User 3 has a bot, and 2. */
const past = (role: Role) => [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2, { role }),
  ...newUser(3),
  ...newBot(4, 3),
  ...newBot(5, 2),
  ...newBot(6, null),
  opened(1, 'one', [2, 3]),
  opened(2, 'two', [3]),
  opened(3, 'three', [3]),
  opened(4, 'four', [3], { inviteOnly: true }),
  opened(5, 'five', [1, 3], { inviteOnly: true }),
  opened(6, 'six', [3]),
  archived(6, 'six'),
  madeDefault(2),
  joins(2, 2),
  wants(2, 2, { color: '#abc' }),
  leaves(2, 2),
  joins(4, 2),
  leaves(4, 2),
];
const change = (from: Role, to: Role) => feedOf(past(from), [roleChanged(2, to, from)]);
const heard = (from: Role, to: Role, id = 2) => change(from, to).receivedBy(id);
const self = { kind: 'users', userIds: [2] };
const streamsOf = (event: unknown) =>
  (event as { streams: { stream_id: number }[] }).streams.map(({ stream_id: id }) => id);

describe('client events about a new role', () => {
  it('from guest to member: public streams, with their own properties of former subscriptions, and default streams', () => {
    expect(summaries(change(600, 400))).to.deep.equal([
      ['realm_user update role', { kind: 'everyone' }],
      ['stream create', self],
      ['default_streams', self],
    ]);
    const [, created, defaults] = heard(600, 400);
    expect(streamsOf(created)).to.deep.equal([2, 3]);
    expect(created).to.include({ type: 'stream', op: 'create' });
    expect(created).to.deep.nested.include({ 'streams[0].color': '#abc', 'streams[0].subscribers': [3] });
    expect(created).not.to.have.nested.property('streams[1].color');
    expect(created).to.deep.nested.include({ 'streams[1].subscribers': [3] });
    expect(defaults).to.have.nested.property('default_streams[0].stream_id', 2);
  });

  it('to guest: removal of public streams without a subscription, and of default streams', () => {
    const [, deleted, defaults] = heard(400, 600);
    expect(deleted).to.include({ type: 'stream', op: 'delete' });
    expect(streamsOf(deleted)).to.deep.equal([2, 3]);
    expect(defaults).to.deep.include({ default_streams: [] });
  });

  it('between guest and others: groups of default streams, if there are any', () => {
    const groups = (from: Role, to: Role) =>
      feedOf([...past(from), defaultGroupCreated(1, 'engineers', 2)], [roleChanged(2, to, from)])
        .receivedBy(2)
        .filter(({ type }) => type === 'default_stream_groups')
        .map(({ default_stream_groups: all }) => (all as { name: string }[]).map(({ name }) => name));
    expect(groups(600, 400)).to.deep.equal([['engineers']]);
    expect(groups(400, 600)).to.deep.equal([[]]);
    expect(groups(400, 200)).to.deep.equal([]);
  });

  it('to administrator: private streams, and the bots of others', () => {
    const [, created, ...bots] = heard(400, 200);
    expect(streamsOf(created)).to.deep.equal([4, 5]);
    expect(created).to.have.nested.property('streams[0].color');
    expect(created).to.deep.nested.include({ 'streams[1].subscribers': [1, 3] });
    expect(bots.map(({ op, bot }) => [op, (bot as { user_id: number }).user_id])).to.deep.equal([['add', 4]]);
  });

  it('from administrator: removal of these', () => {
    const [, deleted, ...bots] = heard(200, 400);
    expect(streamsOf(deleted)).to.deep.equal([4, 5]);
    expect(bots.map(({ op, bot }) => [op, bot])).to.deep.equal([['delete', { user_id: 4 }]]);
  });

  it('between owner and administrator: only the role; for others only the role', () => {
    expect(heard(200, 100)).to.have.length(1);
    expect(heard(600, 400, 3)).to.have.length(1);
  });

  it('are also sent to deactivated users, whose queues continue when they are reactivated', () => {
    const { receivedBy } = feedOf([...past(400), deactivated(2)], [roleChanged(2, 200, 400), reactivated(2)]);
    const received = receivedBy(2).map(({ type, op }) => [type, op]);
    expect(received.slice(1, 3)).to.deep.equal([
      ['stream', 'create'],
      ['realm_bot', 'add'],
    ]);
  });

  it('are sent for every bot, however many there are', () => {
    const bots = Array.from({ length: 1_500 }, (_, at) => newBot(100 + at, 3)).flat();
    for (const [from, to, op] of [
      [400, 200, 'add'],
      [200, 400, 'delete'],
    ] as const) {
      const all = [...past(from), ...bots];
      const { decision } = given(all).when(
        updateUser,
        { userId: user(2), role: to },
        { actor: 1, prepared: new Map() },
      );
      if (!decision.ok) throw new Error('refused');
      const news = decision.appends.flatMap(({ stream, events }) => events.map((event): Given => ({ stream, event })));
      const heardOf = feedOf(all, news)
        .receivedBy(2)
        .filter((event) => event.op === op && event.type === 'realm_bot')
        .map(({ bot }) => (bot as { user_id: number }).user_id);
      expect(heardOf).to.deep.equal([4, ...Array.from({ length: 1_500 }, (_, at) => 100 + at)]);
    }
  });

  it('contain at most a hundred streams each', () => {
    const many = Array.from({ length: 150 }, (_, index) => opened(10 + index, `many ${index}`, []));
    const events = summaries(feedOf([...past(600), ...many], [roleChanged(2, 400, 600)]));
    expect(events.filter(([what]) => what === 'stream create')).to.have.length(2);
  });
});
