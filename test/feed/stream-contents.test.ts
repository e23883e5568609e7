/** What client events about streams and subscriptions contain. */
import { expect } from 'chai';
import { feedOf, summaries } from '../support/feed.ts';
import { archived, founded, joins, leaves, mutes, newUser, opened } from '../support/past-events.ts';
import { roleChanged } from '../support/writes.ts';

const people = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), ...newUser(3), ...newUser(4, { role: 600 })];
const bodies = (past: Parameters<typeof feedOf>[0], ...news: Parameters<typeof feedOf>[1]) =>
  feedOf([...people, ...past], news).clientEvents.map(({ clientEvent }) => clientEvent.body);
const removal = { kind: 'plain', fields: { op: 'remove', subscriptions: [{ name: 'plans', stream_id: 1 }] } };

describe('client events about streams contain', () => {
  it('the stream of a subscription that ends', () => {
    expect(bodies([opened(1, 'plans', [2, 3])], leaves(1, 2))[0]).to.deep.equal(removal);
    expect(bodies([opened(1, 'plans', [2])], archived(1, 'plans'))[0]).to.deep.equal(removal);
  });

  it('the stream that a user no longer sees, or that becomes occupied or vacant', () => {
    const hidden = bodies([opened(1, 'plans', [2, 3], { inviteOnly: true })], leaves(1, 2)).at(-1);
    expect(hidden).to.nested.include({ 'fields.op': 'delete', 'fields.streams[0].stream_id': 1 });
    const [occupied] = bodies([opened(1, 'plans', [])], joins(1, 2));
    expect(occupied).to.nested.include({ 'fields.op': 'occupy', 'fields.streams[0].stream_id': 1 });
    const vacated = bodies([opened(1, 'plans', [2])], leaves(1, 2)).at(-1);
    expect(vacated).to.nested.include({ 'fields.op': 'vacate', 'fields.streams[0].stream_id': 1 });
  });

  it('no properties of users who have set none', () => {
    const added = bodies([opened(1, 'plans', [])], joins(1, 2)).find(({ kind }) => kind === 'subscription');
    expect(added).to.deep.include({ propertiesOf: {} });
    expect(added).to.have.nested.property('subscription.stream_id', 1);
  });

  it('at most a hundred streams each', () => {
    const many = Array.from({ length: 101 }, (_, index) => opened(index + 1, `s${index}`, []));
    const events = bodies(many, roleChanged(4, 400, 600));
    const counts = events.flatMap((body) =>
      body.kind === 'plain' && 'streams' in body.fields ? [body.fields.streams.length] : [],
    );
    expect(counts).to.deep.equal([100, 1]);
  });
});

describe('client events about the muted topics of a stream', () => {
  it('are for users who muted one of its topics, whatever else they muted', () => {
    const muted = [mutes(1, 1, 'tea'), mutes(1, 2, 'tea'), mutes(2, 2, 'tea'), mutes(3, 2, 'x'), mutes(3, 1, 'x')];
    const past = [...people, opened(1, 'plans', []), opened(2, 'goals', []), ...muted];
    const [, last] = summaries(feedOf(past, [archived(1, 'plans')]));
    expect(last).to.deep.equal(['muted_topics', { kind: 'users', userIds: [1, 3] }]);
  });
});
